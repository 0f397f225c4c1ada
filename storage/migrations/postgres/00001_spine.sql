-- +goose Up

-- The two roles of the program. Neither owns a table nor bypasses row level security: aisteam_app sees one tenant at a
-- time, aisteam_engine sees every tenant but only what waking and starting up needs.
-- +goose StatementBegin
do $$
declare r text;
begin
  foreach r in array array['aisteam_app', 'aisteam_engine'] loop
    begin
      if not exists (select from pg_roles where rolname = r) then
        execute format('create role %I nologin', r);
      end if;
    exception when duplicate_object or unique_violation then null; -- another database of the cluster was faster
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to %I', r, current_user);
      exception when insufficient_privilege then null; -- somebody else has to have granted it; opening tells otherwise
      end;
    end if;
    execute format('grant usage on schema %I to %I', current_schema(), r);
  end loop;
end $$;
-- +goose StatementEnd

create table tenants (
  tenant_id  uuid primary key,
  name       text not null,
  tickets    bigint not null default 0, -- the number last given to a ticket
  created_at timestamptz not null default now()
);

create table spaces (
  tenant_id  uuid not null references tenants,
  surface    text not null,
  space      text not null,
  created_at timestamptz not null default now(),
  primary key (surface, space)
);

create table persons (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  name       text not null default '',
  role       text not null default 'member',
  zone       text not null default '',
  created_at timestamptz not null default now()
);
create index persons_tenant on persons (tenant_id, created_at);

create table identities (
  tenant_id   uuid not null,
  surface     text not null,
  space       text not null,
  external_id text not null,
  person_id   uuid not null references persons,
  name        text not null default '',
  created_at  timestamptz not null default now(),
  primary key (tenant_id, surface, space, external_id)
);

create table projects (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  name       text not null,
  slug       text not null,
  domain     text not null default '',
  cms        text not null default '',
  site_url   text not null default '',
  allowed    jsonb not null default '[]',
  language   text not null default '',
  created_at timestamptz not null default now(),
  unique (tenant_id, slug)
);

create table project_credentials (
  project_id uuid primary key references projects,
  tenant_id  uuid not null,
  username   text not null,
  password   text not null,
  updated_at timestamptz not null default now()
);

create table assistant_conversations (
  id            uuid primary key,
  tenant_id     uuid not null,
  user_id       uuid,
  started_at    timestamptz not null default now(),
  closed_at     timestamptz,
  active_flag   boolean not null default true,
  current_agent text not null default 'chief',
  metadata      jsonb not null default '{}',
  title         text not null default '',
  project_id    uuid,
  seq           bigint not null default 0,  -- of the newest message
  updated_at    timestamptz not null default now(),
  ready_at      timestamptz,                -- not null: has mail nobody took
  token         uuid,                       -- the living claim
  lease_until   timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index assistant_conversations_ready on assistant_conversations (tenant_id, ready_at) where ready_at is not null;
create index assistant_conversations_lease on assistant_conversations (lease_until) where lease_until is not null;
create index assistant_conversations_newest on assistant_conversations (tenant_id, id);

create table places (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null references assistant_conversations,
  surface         text not null,
  space           text not null,
  channel         text not null,
  thread          text not null,
  pulls           boolean not null default false, -- its people fetch the log themselves
  shown           bigint not null default 0,      -- the log up to this seq has been shown
  created_at      timestamptz not null default now(),
  ready_at        timestamptz,                    -- not null: behind its log; in the future: not before
  token           uuid,
  lease_until     timestamptz,
  unique (channel, thread, space, surface, tenant_id) -- the tenant last: a claim by tenant must go by places_ready
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index places_conversation on places (conversation_id);
create index places_ready on places (tenant_id, ready_at) where ready_at is not null;
create index places_lease on places (lease_until) where lease_until is not null;

create table accepted (
  tenant_id       uuid not null,
  key             text not null,
  conversation_id uuid not null,
  message_id      uuid not null,
  at              timestamptz not null default now(),
  primary key (tenant_id, key)
);

create table mail (
  id              bigint generated always as identity primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null,
  message_id      uuid not null,
  attempt         integer not null default 0, -- how often it has been taken
  at              timestamptz not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index mail_conversation on mail (conversation_id, id);
create index mail_message on mail (message_id);

create table assistant_messages (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null references assistant_conversations,
  seq             bigint not null,
  key             text not null,
  author          text not null,
  agent_id        text not null default '',
  person_id       uuid,
  kind            text not null,
  content         text not null,
  created_at      timestamptz not null default now(),
  metadata        jsonb not null default '{}',
  body_type       text not null,
  body            jsonb not null,
  slot            text not null default '',
  cause           uuid,
  run_id          uuid,
  external_id     text,                           -- the platform's id of a person's message
  revised         boolean not null default false, -- a later message changes it or takes it back
  private         jsonb not null default '{}'
);
create unique index assistant_messages_seq on assistant_messages (conversation_id, seq);
create unique index assistant_messages_key on assistant_messages (conversation_id, key);
create index assistant_messages_slot on assistant_messages (conversation_id, slot) where slot <> '';
create index assistant_messages_external on assistant_messages (conversation_id, external_id) where external_id is not null;

create table clarifications (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null,
  plan_id         uuid,
  asked_of        uuid,
  stage           text not null,
  body            jsonb not null,
  status          text not null default 'open', -- open, answered, withdrawn
  answered_by     uuid,
  expires_at      timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index clarifications_conversation on clarifications (conversation_id) where status = 'open';

create table agent_plans (
  id              uuid not null,
  version         integer not null, -- 0 is the brief: what planning knows before there are steps
  tenant_id       uuid not null,
  conversation_id uuid not null,
  project_id      uuid,
  requested_by    uuid,
  title           text not null,
  goal            text not null,
  status          text not null,
  body            jsonb not null,
  hash            text not null default '',
  note            text not null default '',
  decided_by      uuid,
  decided_at      timestamptz,
  expires_at      timestamptz,
  metadata        jsonb not null default '{}',
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (id, version)
);
create index agent_plans_conversation on agent_plans (conversation_id) where status in ('gathering', 'choosing', 'proposed');

create table assistant_runs (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null references assistant_conversations,
  project_id      uuid,
  plan_id         uuid,
  plan_version    integer not null default 0,
  created_by      text not null,
  requested_by    uuid,
  approved_by     uuid,
  title           text not null,
  status          text not null check (status in ('planning', 'running', 'completed', 'failed', 'cancelled')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  metadata        jsonb not null default '{}'
);
create index assistant_runs_conversation on assistant_runs (conversation_id, created_at);

create table assistant_tasks (
  id                        uuid primary key,
  tenant_id                 uuid not null,
  run_id                    uuid not null references assistant_runs,
  conversation_id           uuid not null references assistant_conversations,
  project_id                uuid,
  parent_task_id            uuid,
  step_key                  text not null,
  step_group                text,
  sequence_order            integer not null default 0,
  created_by                text not null,
  status                    text not null check (status in ('open', 'in_progress', 'completed', 'failed', 'cancelled')),
  task_type                 text not null,
  parameters                jsonb not null,
  summary                   text not null,
  effect                    text not null default 'none',
  preview                   jsonb,
  is_reversible_by_system   boolean not null default true,
  irreversible_confirmed_at timestamptz,
  approval_id               uuid,
  approved_hash             text not null default '',
  attempt                   integer not null default 0,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  result                    jsonb,
  problem                   jsonb,
  metadata                  jsonb not null default '{}',
  ready_at                  timestamptz,
  token                     uuid,
  lease_until               timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index assistant_tasks_run on assistant_tasks (run_id);
create index assistant_tasks_ready on assistant_tasks (tenant_id, ready_at) where ready_at is not null;
create index assistant_tasks_lease on assistant_tasks (lease_until) where lease_until is not null;

create table pending_actions (
  id              uuid primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null,
  run_id          uuid,
  task_id         uuid,
  tool_name       text not null,
  tool_input      jsonb not null,
  entity_type     text not null,
  entity_id       uuid,
  old_state       jsonb,
  new_state       jsonb not null,
  shown           text not null default '', -- hash of the state that was shown
  irreversible    boolean not null default false,
  status          text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
  expires_at      timestamptz,
  user_id         uuid,
  body            jsonb not null,
  decided_by      uuid,
  decided_at      timestamptz,
  note            text not null default '',
  created_at      timestamptz not null default now()
);
create index pending_actions_tenant on pending_actions (tenant_id) where status = 'pending';
create index pending_actions_conversation on pending_actions (conversation_id) where status = 'pending';
create index pending_actions_run on pending_actions (run_id);

create table tool_calls (
  id         uuid primary key,
  tenant_id  uuid not null,
  key        text not null,
  run_id     uuid,
  task_id    uuid,
  project_id uuid,
  tool       text not null,
  arguments  jsonb not null,
  effect     text not null,
  state      text not null,
  receipt    jsonb,
  started_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (tenant_id, key)
);
create index tool_calls_run on tool_calls (run_id);

create table model_calls (
  tenant_id       uuid not null,
  key             text not null,
  conversation_id uuid not null,
  run_id          uuid,
  purpose         text not null,
  provider        text not null,
  model           text not null,
  request_hash    text not null,
  response        bytea not null, -- as it came: what a provider wants back must come back unchanged
  input_tokens    integer not null default 0,
  cached_tokens   integer not null default 0,
  output_tokens   integer not null default 0,
  thought_tokens  integer not null default 0,
  took_us         bigint not null default 0,
  created_at      timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index model_calls_run on model_calls (run_id) where run_id is not null;

create table deliveries (
  place_id   uuid not null,
  slot       text not null,
  tenant_id  uuid not null,
  ref        text not null default '',
  hash       text not null default '',
  nonce      text not null default '',
  updated_at timestamptz not null default now(),
  primary key (place_id, slot)
) with (fillfactor = 70);

create table timers (
  id              bigint generated always as identity primary key,
  tenant_id       uuid not null,
  conversation_id uuid not null,
  kind            text not null,
  ref             uuid not null,
  version         integer not null default 0,
  due_at          timestamptz not null,
  unique (tenant_id, kind, ref, version)
);
create index timers_due on timers (due_at);

create table tickets (
  id         uuid primary key,
  tenant_id  uuid not null,
  number     bigint not null,
  key        text not null,
  project_id uuid,
  title      text not null,
  body       text not null default '',
  priority   text not null default 'medium',
  created_at timestamptz not null default now(),
  unique (tenant_id, key),
  unique (tenant_id, number)
);

create table assistant_agent_definitions (
  id           uuid primary key,
  tenant_id    uuid,                       -- null for global agent definitions
  agent_id     text not null,
  display_name text not null,
  role_summary text not null,
  category     text not null,
  visible      boolean not null default true,
  ordering     integer not null default 0,
  avatar       jsonb not null default '{}',
  config       jsonb not null default '{}'
);
create unique index assistant_agent_definitions_global on assistant_agent_definitions (agent_id) where tenant_id is null;
create unique index assistant_agent_definitions_own on assistant_agent_definitions (tenant_id, agent_id) where tenant_id is not null;

create table agents (
  id         uuid primary key,
  tenant_id  uuid not null,
  agent_id   text not null,
  kind       text not null,                -- planner or executor
  model      text not null default '',
  status     text not null default 'active',
  metadata   jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table agent_chat_sessions (
  id                uuid primary key,
  tenant_id         uuid not null,
  conversation_id   uuid,
  plan_id           uuid,
  run_id            uuid,
  task_id           uuid,
  planner_agent_id  uuid,
  executor_agent_id uuid,
  status            text not null default 'active',
  metadata          jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  closed_at         timestamptz
);

create table agent_chat_messages (
  id         uuid primary key,
  tenant_id  uuid not null,
  session_id uuid not null references agent_chat_sessions,
  seq        bigint not null,
  sender     text not null,
  content    text not null,
  body       jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (session_id, seq)
);

create table agent_executions (
  id            uuid primary key,
  tenant_id     uuid not null,
  session_id    uuid,
  agent_id      uuid,
  plan_id       uuid,
  task_id       uuid,
  status        text not null default 'pending',
  tokens        bigint not null default 0,
  took_us       bigint not null default 0,
  result        jsonb,
  problem       jsonb,
  created_at    timestamptz not null default now(),
  completed_at  timestamptz
);

create table platform_ai_settings (
  id            uuid primary key,
  tenant_id     uuid not null,
  provider      text not null,
  base_url      text not null default '',
  default_model text not null default '',
  headers       jsonb not null default '{}',
  query_params  jsonb not null default '{}',
  api_key       text not null default '',
  enabled       boolean not null default true,
  updated_at    timestamptz not null default now(),
  unique (tenant_id)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['tenants', 'spaces', 'persons', 'identities', 'projects', 'project_credentials',
      'assistant_conversations', 'places', 'accepted', 'mail', 'assistant_messages', 'clarifications', 'agent_plans',
      'assistant_runs', 'assistant_tasks', 'pending_actions', 'tool_calls', 'model_calls', 'deliveries', 'timers',
      'tickets', 'assistant_agent_definitions', 'agents', 'agent_chat_sessions', 'agent_chat_messages',
      'agent_executions', 'platform_ai_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using '
      '(tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
  foreach t in array array['tenants', 'spaces', 'assistant_conversations', 'assistant_tasks', 'places', 'timers',
      'assistant_agent_definitions'] loop
    execute format('create policy by_engine on %I to aisteam_engine using (true)', t);
    execute format('grant select on %I to aisteam_engine', t);
  end loop;
end $$;
-- +goose StatementEnd

create policy global_definitions on assistant_agent_definitions for select to aisteam_app using (tenant_id is null);
grant insert, update on tenants to aisteam_engine;
grant insert, update, delete on assistant_agent_definitions to aisteam_engine;
grant update (ready_at, token, lease_until) on assistant_conversations, assistant_tasks, places to aisteam_engine;
grant select on goose_db_version to aisteam_app, aisteam_engine;
