-- +goose Up

-- What came from outside into a turn or a task, as it was written with the messages that follow from it: by this they can be made
-- again. It is kept for a while. body is packed, and sealed where there is a key.
create table recordings (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null,
  cause_id        uuid, -- of a turn: the message that it answers
  task_id         uuid, -- of a task
  attempt         bigint not null, -- how often the work had been taken before
  part            bigint not null,
  ends            boolean not null default false,
  body            bytea not null,
  created_at      timestamptz not null
);
create index recordings_of_turn on recordings (tenant_id, cause_id) where cause_id is not null;
create index recordings_of_task on recordings (tenant_id, task_id) where task_id is not null;
create index recordings_old on recordings (created_at);

alter table recordings enable row level security;
alter table recordings force row level security;
create policy by_tenant on recordings to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on recordings to aisteam_app;
-- The engine throws away what is old. It may not read what was recorded.
create policy by_engine on recordings to aisteam_engine using (true);
grant select (id, created_at), delete on recordings to aisteam_engine;
