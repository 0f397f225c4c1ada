-- +goose Up

-- Work started by a schedule or an event instead of a message. When it is due next stands among the timers.
create table background_tasks (
  id              uuid primary key,
  tenant_id       uuid not null references tenants,
  key             text not null,
  owner_id        uuid not null references persons,
  conversation_id uuid not null references assistant_conversations,
  project_id      uuid references projects,
  kind            text not null check (kind in ('one_shot', 'recurring', 'event')),
  title           text not null,
  prompt          text not null,
  schedule        text not null default '',
  zone            text not null default '',
  overlap         text not null default 'skip',
  status          text not null check (status in ('active', 'paused', 'done', 'cancelled')),
  reason          text not null default '',
  failures        bigint not null default 0,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  unique (tenant_id, key)
);
create index background_tasks_owner on background_tasks (tenant_id, owner_id);

-- Each time that one was due, once.
create table background_runs (
  tenant_id  uuid not null,
  task_id    uuid not null references background_tasks,
  due_at     timestamptz not null,
  started_at timestamptz not null,
  outcome    text not null default '', -- failed, skipped; otherwise what came of it says it
  note       text not null default '',
  message_id uuid,
  tokens     bigint not null default 0, -- counted when the next time is taken up
  micros     bigint not null default 0,
  primary key (task_id, due_at)
);
create index background_runs_message on background_runs (message_id) where message_id is not null;
create index background_runs_tenant on background_runs (tenant_id, started_at);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['background_tasks', 'background_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd

-- The words of a background task that a plan came of; null where a person asked for it.
alter table agent_plans add column unasked uuid;
create index agent_plans_unasked on agent_plans (unasked) where unasked is not null;

-- What a call cost by list price, in millionths of a dollar.
alter table model_calls add column micros bigint not null default 0;
