-- +goose Up

-- Times are microseconds since 1970, given by the program; ids and JSON are text.

create table tenants (
  tenant_id  text primary key,
  name       text not null,
  tickets    integer not null default 0, -- the number last given to a ticket
  created_at integer not null
);

create table spaces (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  created_at integer not null,
  primary key (surface, space)
);

create table persons (
  id         text primary key,
  tenant_id  text not null references tenants,
  name       text not null default '',
  role       text not null default 'member',
  zone       text not null default '',
  created_at integer not null
);
create index persons_tenant on persons (tenant_id, created_at);

create table identities (
  tenant_id   text not null,
  surface     text not null,
  space       text not null,
  external_id text not null,
  person_id   text not null references persons,
  name        text not null default '',
  created_at  integer not null,
  primary key (tenant_id, surface, space, external_id)
);

create table projects (
  id         text primary key,
  tenant_id  text not null references tenants,
  name       text not null,
  slug       text not null,
  domain     text not null default '',
  cms        text not null default '',
  site_url   text not null default '',
  allowed    text not null default '[]',
  language   text not null default '',
  created_at integer not null,
  unique (tenant_id, slug)
);

create table project_credentials (
  project_id text primary key references projects,
  tenant_id  text not null,
  username   text not null,
  password   text not null,
  updated_at integer not null
);

create table assistant_conversations (
  id            text primary key,
  tenant_id     text not null,
  user_id       text,
  started_at    integer not null,
  closed_at     integer,
  active_flag   integer not null default 1,
  current_agent text not null default 'chief',
  metadata      text not null default '{}',
  title         text not null default '',
  project_id    text,
  seq           integer not null default 0,  -- of the newest message
  updated_at    integer not null,
  ready_at      integer,                -- not null: has mail nobody took
  token         text,                       -- the living claim
  lease_until   integer
);
create index assistant_conversations_ready on assistant_conversations (tenant_id, ready_at) where ready_at is not null;
create index assistant_conversations_lease on assistant_conversations (lease_until) where lease_until is not null;
create index assistant_conversations_newest on assistant_conversations (tenant_id, id);

create table places (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null references assistant_conversations,
  surface         text not null,
  space           text not null,
  channel         text not null,
  thread          text not null,
  pulls           integer not null default 0, -- its people fetch the log themselves
  shown           integer not null default 0,      -- the log up to this seq has been shown
  created_at      integer not null,
  ready_at        integer,                    -- not null: behind its log; in the future: not before
  token           text,
  lease_until     integer,
  unique (channel, thread, space, surface, tenant_id) -- the tenant last: a claim by tenant must go by places_ready
);
create index places_conversation on places (conversation_id);
create index places_ready on places (tenant_id, ready_at) where ready_at is not null;
create index places_lease on places (lease_until) where lease_until is not null;

create table accepted (
  tenant_id       text not null,
  key             text not null,
  conversation_id text not null,
  message_id      text not null,
  at              integer not null,
  primary key (tenant_id, key)
);

create table mail (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  conversation_id text not null,
  message_id      text not null,
  attempt         integer not null default 0, -- how often it has been taken
  at              integer not null
);
create index mail_conversation on mail (conversation_id, id);
create index mail_message on mail (message_id);

create table assistant_messages (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null references assistant_conversations,
  seq             integer not null,
  key             text not null,
  author          text not null,
  agent_id        text not null default '',
  person_id       text,
  kind            text not null,
  content         text not null,
  created_at      integer not null,
  metadata        text not null default '{}',
  body_type       text not null,
  body            text not null,
  slot            text not null default '',
  cause           text,
  run_id          text,
  external_id     text,                           -- the platform's id of a person's message
  revised         integer not null default 0, -- a later message changes it or takes it back
  private         text not null default '{}'
);
create unique index assistant_messages_seq on assistant_messages (conversation_id, seq);
create unique index assistant_messages_key on assistant_messages (conversation_id, key);
create index assistant_messages_slot on assistant_messages (conversation_id, slot) where slot <> '';
create index assistant_messages_external on assistant_messages (conversation_id, external_id) where external_id is not null;

create table clarifications (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null,
  plan_id         text,
  asked_of        text,
  stage           text not null,
  body            text not null,
  status          text not null default 'open', -- open, answered, withdrawn
  answered_by     text,
  expires_at      integer,
  created_at      integer not null,
  updated_at      integer not null
);
create index clarifications_conversation on clarifications (conversation_id) where status = 'open';

create table agent_plans (
  id              text not null,
  version         integer not null, -- 0 is the brief: what planning knows before there are steps
  tenant_id       text not null,
  conversation_id text not null,
  project_id      text,
  requested_by    text,
  title           text not null,
  goal            text not null,
  status          text not null,
  body            text not null,
  hash            text not null default '',
  note            text not null default '',
  decided_by      text,
  decided_at      integer,
  expires_at      integer,
  metadata        text not null default '{}',
  created_at      integer not null,
  updated_at      integer not null,
  primary key (id, version)
);
create index agent_plans_conversation on agent_plans (conversation_id) where status in ('gathering', 'choosing', 'proposed');

create table assistant_runs (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null references assistant_conversations,
  project_id      text,
  plan_id         text,
  plan_version    integer not null default 0,
  created_by      text not null,
  requested_by    text,
  approved_by     text,
  title           text not null,
  status          text not null check (status in ('planning', 'running', 'completed', 'failed', 'cancelled')),
  created_at      integer not null,
  updated_at      integer not null,
  metadata        text not null default '{}'
);
create index assistant_runs_conversation on assistant_runs (conversation_id, created_at);

create table assistant_tasks (
  id                        text primary key,
  tenant_id                 text not null,
  run_id                    text not null references assistant_runs,
  conversation_id           text not null references assistant_conversations,
  project_id                text,
  parent_task_id            text,
  step_key                  text not null,
  step_group                text,
  sequence_order            integer not null default 0,
  created_by                text not null,
  status                    text not null check (status in ('open', 'in_progress', 'completed', 'failed', 'cancelled')),
  task_type                 text not null,
  parameters                text not null,
  summary                   text not null,
  effect                    text not null default 'none',
  preview                   text,
  is_reversible_by_system   integer not null default 1,
  irreversible_confirmed_at integer,
  approval_id               text,
  approved_hash             text not null default '',
  attempt                   integer not null default 0,
  created_at                integer not null,
  updated_at                integer not null,
  result                    text,
  problem                   text,
  metadata                  text not null default '{}',
  ready_at                  integer,
  token                     text,
  lease_until               integer
);
create index assistant_tasks_run on assistant_tasks (run_id);
create index assistant_tasks_ready on assistant_tasks (tenant_id, ready_at) where ready_at is not null;
create index assistant_tasks_lease on assistant_tasks (lease_until) where lease_until is not null;

create table pending_actions (
  id              text primary key,
  tenant_id       text not null,
  conversation_id text not null,
  run_id          text,
  task_id         text,
  tool_name       text not null,
  tool_input      text not null,
  entity_type     text not null,
  entity_id       text,
  old_state       text,
  new_state       text not null,
  shown           text not null default '', -- hash of the state that was shown
  irreversible    integer not null default 0,
  status          text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
  expires_at      integer,
  user_id         text,
  body            text not null,
  decided_by      text,
  decided_at      integer,
  note            text not null default '',
  created_at      integer not null
);
create index pending_actions_tenant on pending_actions (tenant_id) where status = 'pending';
create index pending_actions_conversation on pending_actions (conversation_id) where status = 'pending';
create index pending_actions_run on pending_actions (run_id);

create table tool_calls (
  id         text primary key,
  tenant_id  text not null,
  key        text not null,
  run_id     text,
  task_id    text,
  project_id text,
  tool       text not null,
  arguments  text not null,
  effect     text not null,
  state      text not null,
  receipt    text,
  started_at integer not null,
  settled_at integer,
  unique (tenant_id, key)
);
create index tool_calls_run on tool_calls (run_id);

create table model_calls (
  tenant_id       text not null,
  key             text not null,
  conversation_id text not null,
  run_id          text,
  purpose         text not null,
  provider        text not null,
  model           text not null,
  request_hash    text not null,
  response        blob not null, -- as it came: what a provider wants back must come back unchanged
  input_tokens    integer not null default 0,
  cached_tokens   integer not null default 0,
  output_tokens   integer not null default 0,
  thought_tokens  integer not null default 0,
  took_us         integer not null default 0,
  created_at      integer not null,
  primary key (tenant_id, key)
);
create index model_calls_run on model_calls (run_id) where run_id is not null;

create table deliveries (
  place_id   text not null,
  slot       text not null,
  tenant_id  text not null,
  ref        text not null default '',
  hash       text not null default '',
  nonce      text not null default '',
  updated_at integer not null,
  primary key (place_id, slot)
);

create table timers (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  conversation_id text not null,
  kind            text not null,
  ref             text not null,
  version         integer not null default 0,
  due_at          integer not null,
  unique (tenant_id, kind, ref, version)
);
create index timers_due on timers (due_at);

create table tickets (
  id         text primary key,
  tenant_id  text not null,
  number     integer not null,
  key        text not null,
  project_id text,
  title      text not null,
  body       text not null default '',
  priority   text not null default 'medium',
  created_at integer not null,
  unique (tenant_id, key),
  unique (tenant_id, number)
);

create table assistant_agent_definitions (
  id           text primary key,
  tenant_id    text,                       -- null for global agent definitions
  agent_id     text not null,
  display_name text not null,
  role_summary text not null,
  category     text not null,
  visible      integer not null default 1,
  ordering     integer not null default 0,
  avatar       text not null default '{}',
  config       text not null default '{}'
);
create unique index assistant_agent_definitions_global on assistant_agent_definitions (agent_id) where tenant_id is null;
create unique index assistant_agent_definitions_own on assistant_agent_definitions (tenant_id, agent_id) where tenant_id is not null;

create table agents (
  id         text primary key,
  tenant_id  text not null,
  agent_id   text not null,
  kind       text not null,                -- planner or executor
  model      text not null default '',
  status     text not null default 'active',
  metadata   text not null default '{}',
  created_at integer not null,
  updated_at integer not null
);

create table agent_chat_sessions (
  id                text primary key,
  tenant_id         text not null,
  conversation_id   text,
  plan_id           text,
  run_id            text,
  task_id           text,
  planner_agent_id  text,
  executor_agent_id text,
  status            text not null default 'active',
  metadata          text not null default '{}',
  created_at        integer not null,
  closed_at         integer
);

create table agent_chat_messages (
  id         text primary key,
  tenant_id  text not null,
  session_id text not null references agent_chat_sessions,
  seq        integer not null,
  sender     text not null,
  content    text not null,
  body       text not null default '{}',
  created_at integer not null,
  unique (session_id, seq)
);

create table agent_executions (
  id            text primary key,
  tenant_id     text not null,
  session_id    text,
  agent_id      text,
  plan_id       text,
  task_id       text,
  status        text not null default 'pending',
  tokens        integer not null default 0,
  took_us       integer not null default 0,
  result        text,
  problem       text,
  created_at    integer not null,
  completed_at  integer
);

create table platform_ai_settings (
  id            text primary key,
  tenant_id     text not null,
  provider      text not null,
  base_url      text not null default '',
  default_model text not null default '',
  headers       text not null default '{}',
  query_params  text not null default '{}',
  api_key       text not null default '',
  enabled       integer not null default 1,
  updated_at    integer not null,
  unique (tenant_id)
);
