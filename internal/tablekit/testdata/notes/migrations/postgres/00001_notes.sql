-- +goose Up

grant select on notes_db_version to aisteam_app, aisteam_engine;

-- What somebody has noted for themselves.
create table notes (
  id         uuid primary key,
  tenant_id  uuid not null,
  person_id  uuid not null,
  key        text not null,
  content    text not null,
  created_at timestamptz not null,
  unique (tenant_id, person_id, key)
);
alter table notes enable row level security, force row level security;
create policy by_tenant on notes to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy by_person on notes as restrictive to aisteam_app using (person_id in (select o.id from persons o
  where coalesce(o.merged_into, o.id) = nullif(current_setting('app.person_id', true), '')::uuid));
grant select, insert, update, delete on notes to aisteam_app;
