-- +goose Up

-- The channels in which what happens may start background tasks, as an admin has said.
create table channel_events (
  tenant_id  uuid not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  allowed_by uuid references persons,
  allowed_at timestamptz not null,
  primary key (tenant_id, surface, space, channel)
);

-- What on a platform a hook is told of: '' where a sender tells it.
alter table hooks add column happening text not null default '';
alter table hooks add column surface text not null default '';
alter table hooks add column space text not null default '';
alter table hooks add column channel text not null default '';
alter table hooks add column channel_name text not null default '';
create index hooks_watching on hooks (tenant_id, surface, space, happening) where happening <> '';

alter table channel_events enable row level security;
alter table channel_events force row level security;
create policy by_tenant on channel_events to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on channel_events to aisteam_app;
