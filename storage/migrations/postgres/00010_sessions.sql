-- +goose Up

-- Whoever has signed in to the panel, in one browser. Of the secret that the browser keeps there is only a hash here.
create table sessions (
  id         uuid not null primary key,
  tenant_id  uuid not null,
  hash       text not null,
  person_id  uuid not null references persons,
  browser    text not null,
  created_at timestamptz not null default now(),
  seen_at    timestamptz not null default now(),
  until      timestamptz not null,
  revoked_at timestamptz,
  unique (tenant_id, hash)
);
create index sessions_person on sessions (person_id);

-- Codes that begin one session, once.
create table sign_in_codes (
  tenant_id  uuid not null,
  hash       text not null,
  person_id  uuid not null references persons,
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['sessions', 'sign_in_codes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using '
      '(tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
