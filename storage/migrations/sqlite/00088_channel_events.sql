-- +goose Up

-- The channels in which what happens may start background tasks, as an admin has said.
create table channel_events (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  allowed_by text references persons,
  allowed_at integer not null,
  primary key (tenant_id, surface, space, channel)
);

-- What on a platform a hook is told of: '' where a sender tells it.
alter table hooks add column happening text not null default '';
alter table hooks add column surface text not null default '';
alter table hooks add column space text not null default '';
alter table hooks add column channel text not null default '';
alter table hooks add column channel_name text not null default '';
create index hooks_watching on hooks (tenant_id, surface, space, happening) where happening <> '';
