-- +goose Up

-- Files that are kept here: uploaded on the panel, made by agents, and the pictures that models look at.
create table files (
  id              uuid not null,
  tenant_id       uuid not null,
  conversation_id uuid,
  name            text not null,
  type            text not null,
  size            bigint not null,
  sha256          text not null,
  bytes           bytea not null,
  created_at      timestamptz not null,
  primary key (tenant_id, id)
);

alter table files enable row level security;
alter table files force row level security;
create policy by_tenant on files to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on files to aisteam_app;
