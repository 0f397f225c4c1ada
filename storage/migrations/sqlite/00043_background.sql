-- +goose Up

-- Work started by a schedule or an event instead of a message. When it is due next stands among the timers.
create table background_tasks (
  id              text primary key,
  tenant_id       text not null references tenants,
  key             text not null,
  owner_id        text not null references persons,
  conversation_id text not null references assistant_conversations,
  project_id      text references projects,
  kind            text not null check (kind in ('one_shot', 'recurring', 'event')),
  title           text not null,
  prompt          text not null,
  schedule        text not null default '',
  zone            text not null default '',
  overlap         text not null default 'skip',
  status          text not null check (status in ('active', 'paused', 'done', 'cancelled')),
  reason          text not null default '',
  failures        integer not null default 0,
  created_at      integer not null,
  updated_at      integer not null,
  unique (tenant_id, key)
);
create index background_tasks_owner on background_tasks (tenant_id, owner_id);

-- Each time that one was due, once.
create table background_runs (
  tenant_id  text not null,
  task_id    text not null references background_tasks,
  due_at     integer not null,
  started_at integer not null,
  outcome    text not null default '', -- failed, skipped; otherwise what came of it says it
  note       text not null default '',
  message_id text,
  tokens     integer not null default 0, -- counted when the next time is taken up
  micros     integer not null default 0,
  primary key (task_id, due_at)
);
create index background_runs_message on background_runs (message_id) where message_id is not null;
create index background_runs_tenant on background_runs (tenant_id, started_at);

-- The words of a background task that a plan came of; null where a person asked for it.
alter table agent_plans add column unasked text;
create index agent_plans_unasked on agent_plans (unasked) where unasked is not null;

-- What a call cost by list price, in millionths of a dollar.
alter table model_calls add column micros integer not null default 0;
