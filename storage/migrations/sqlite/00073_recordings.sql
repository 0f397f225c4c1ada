-- +goose Up

-- What came from outside into a turn or a task, as it was written with the messages that follow from it: by this they can be made
-- again. It is kept for a while. body is packed, and sealed where there is a key.
create table recordings (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null,
  cause_id        text, -- of a turn: the message that it answers
  task_id         text, -- of a task
  attempt         integer not null, -- how often the work had been taken before
  part            integer not null,
  ends            integer not null default 0,
  body            blob not null,
  created_at      integer not null
);
create index recordings_of_turn on recordings (tenant_id, cause_id) where cause_id is not null;
create index recordings_of_task on recordings (tenant_id, task_id) where task_id is not null;
create index recordings_old on recordings (created_at);
