-- +goose Up

-- A channel that is about one project: the conversations that begin in it are about that project, too.
create table channel_projects (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  project_id text not null references projects,
  set_by     text references persons,
  set_at     integer not null,
  primary key (tenant_id, surface, space, channel)
);

-- The channel that a place's thread is in, where the place does not name it: a thread of Discord is a channel of its own.
alter table places add column under text not null default '';
