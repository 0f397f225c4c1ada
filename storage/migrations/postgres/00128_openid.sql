-- +goose Up

-- What people sign in with: the logins of their company, by OpenID Connect. Issuer and subject are who somebody is there. A login that has
-- ended stays, so that nobody who has left comes in again by it as somebody new.
create table openid_logins (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  person_id  uuid not null references persons,
  issuer     text not null,
  subject    text not null,
  account    text not null,
  founded    boolean not null, -- its person came in by it
  created_at timestamptz not null,
  used_at    timestamptz,
  ended_at   timestamptz,
  unique (tenant_id, issuer, subject)
);
create index openid_logins_person on openid_logins (tenant_id, person_id);

-- Sign-ins that a browser has begun, under the hash of what names them. Each is finished once.
create table openid_begun (
  tenant_id  uuid not null references tenants,
  hash       text not null,
  body       text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['openid_logins', 'openid_begun'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
