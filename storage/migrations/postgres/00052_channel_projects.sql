-- +goose Up

-- A channel that is about one project: the conversations that begin in it are about that project, too.
create table channel_projects (
  tenant_id  uuid not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  project_id uuid not null references projects,
  set_by     uuid references persons,
  set_at     timestamptz not null,
  primary key (tenant_id, surface, space, channel)
);

-- The channel that a place's thread is in, where the place does not name it: a thread of Discord is a channel of its own.
alter table places add column under text not null default '';

alter table channel_projects enable row level security;
alter table channel_projects force row level security;
create policy by_tenant on channel_projects to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on channel_projects to aisteam_app;
