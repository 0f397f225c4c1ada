-- +goose Up

-- Where people are told of what waits for them while they look at nothing of ours: a browser, by push, or an address, by mail. What it
-- takes to tell them there is in the secret; the digest is of what is sent to, which is one person's at a time.
create table reaches (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  person_id  uuid not null references persons,
  surface    text not null,
  digest     text not null,
  name       text not null,
  language   text not null default '',
  secret     text not null,
  code       text, -- the hash of what confirms it; null once it is confirmed
  created_at timestamptz not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) stored,
  unique (tenant_id, surface, digest)
);
create index reaches_person on reaches (tenant_id, person_id);

-- The key by which browsers' push services know this installation.
create table push_keys (
  tenant_id uuid primary key references tenants,
  secret    text not null,
  made_at   timestamptz not null
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['reaches', 'push_keys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd

-- The engine finds which secrets another key sealed. It may not read them.
create policy by_engine on reaches for select to aisteam_engine using (true);
grant select (id, tenant_id, sealed_by) on reaches to aisteam_engine;
