-- +goose Up

-- What notes are about in a tenant, for everybody to see.
create table note_topics (
  tenant_id uuid not null,
  name      text not null,
  primary key (tenant_id, name)
);
alter table note_topics enable row level security, force row level security;
create policy by_tenant on note_topics to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on note_topics to aisteam_app;
