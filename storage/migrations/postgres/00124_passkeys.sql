-- +goose Up

-- What people sign in with instead of a secret: the public key of a passkey, as webauthn's credential. Nobody signs in with what is kept.
create table passkeys (
  id            uuid primary key,
  tenant_id     uuid not null references tenants,
  person_id     uuid not null references persons,
  credential_id text not null,
  credential    text not null,
  name          text not null,
  created_at    timestamptz not null,
  used_at       timestamptz,
  unique (tenant_id, credential_id)
);
create index passkeys_person on passkeys (tenant_id, person_id);

-- What a browser was given to sign, under the hash of what names it. It is answered once.
create table passkey_challenges (
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
  foreach t in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
