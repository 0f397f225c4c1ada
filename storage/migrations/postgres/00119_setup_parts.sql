-- +goose Up

-- What admins have set of the parts of their installation, such as the way to Slack: what may be shown as JSON, and the secrets as JSON of their
-- own. What was taken away keeps its row without either, so that its revision is another one after every change.
create table setup_parts (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  part       text not null,
  given      text not null,
  secret     text not null,
  enabled    boolean not null default true,
  set_by     uuid not null,
  revision   bigint not null default 1,
  updated_at timestamptz not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) stored,
  unique (tenant_id, part)
);
alter table setup_parts enable row level security;
alter table setup_parts force row level security;
create policy by_tenant on setup_parts to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on setup_parts to aisteam_app;

-- The engine finds which secrets another key sealed. It may not read them.
create policy by_engine on setup_parts for select to aisteam_engine using (true);
grant select (id, tenant_id, sealed_by) on setup_parts to aisteam_engine;
