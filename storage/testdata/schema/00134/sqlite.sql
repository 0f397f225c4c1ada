CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);

CREATE TABLE tenants (
  tenant_id  text primary key,
  name       text not null,
  tickets    integer not null default 0, -- the number last given to a ticket
  created_at integer not null
, settings text not null default '{}', owner text references persons, checklist_away_at integer);

CREATE TABLE spaces (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  created_at integer not null, parent text not null default '',
  primary key (surface, space)
);

CREATE TABLE persons (
  id         text primary key,
  tenant_id  text not null references tenants,
  name       text not null default '',
  role       text not null default 'member',
  zone       text not null default '',
  created_at integer not null
, merged_into text references persons, hearing text not null default '', elsewhere integer not null default 0, language text not null default '', left_at integer, left_by text, zone_chosen boolean not null default false, tour_away_at integer);

CREATE TABLE identities (
  tenant_id   text not null,
  surface     text not null,
  space       text not null,
  external_id text not null,
  person_id   text not null references persons,
  name        text not null default '',
  created_at  integer not null, linked_at integer, guest_at integer, gone_at integer, asked_at integer,
  primary key (tenant_id, surface, space, external_id)
);

CREATE TABLE projects (
  id         text primary key,
  tenant_id  text not null references tenants,
  name       text not null,
  slug       text not null,
  domain     text not null default '',
  cms        text not null default '',
  site_url   text not null default '',
  allowed    text not null default '[]',
  language   text not null default '',
  created_at integer not null, deleted_at integer,
  unique (tenant_id, slug)
);

CREATE TABLE project_credentials (
  project_id text primary key references projects,
  tenant_id  text not null,
  username   text not null,
  password   text not null,
  updated_at integer not null
, sealed_by text
  generated always as (case when password like 'sealed1:%' then substr(password, 9, 4) when password <> '' then '' end) virtual);

CREATE TABLE assistant_conversations (
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
, pinned_at integer, removed_at integer, language text not null default '');

CREATE TABLE places (
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
  lease_until     integer, paced integer not null default 0, under text not null default '', gathers boolean not null default false, shown_with text references places on delete set null, closed boolean not null default false,
  unique (channel, thread, space, surface, tenant_id) -- the tenant last: a claim by tenant must go by places_ready
);

CREATE TABLE accepted (
  tenant_id       text not null,
  key             text not null,
  conversation_id text not null,
  message_id      text not null,
  at              integer not null,
  primary key (tenant_id, key)
);

CREATE TABLE mail (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  conversation_id text not null,
  message_id      text not null,
  attempt         integer not null default 0, -- how often it has been taken
  at              integer not null
, halts integer not null default 0);

CREATE TABLE assistant_messages (
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
, place_id text, seen integer);

CREATE TABLE clarifications (
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
, seq integer not null default 0);

CREATE TABLE agent_plans (
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
  updated_at      integer not null, seq integer not null default 0, unasked text,
  primary key (id, version)
);

CREATE TABLE assistant_runs (
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
, unseen integer not null default 0, seq integer not null default 0, session_id text, noticed_at integer);

CREATE TABLE assistant_tasks (
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
, undone integer not null default 0, sent_back text, definition text not null default '', team text not null default '', stop_asked integer not null default 0, alone integer not null default 0);

CREATE TABLE pending_actions (
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
, hash text not null default '', seq integer not null default 0, needed integer not null default 1);

CREATE TABLE tool_calls (
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
  settled_at integer, definition text not null default '',
  unique (tenant_id, key)
);

CREATE TABLE model_calls (
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
  created_at      integer not null, micros integer not null default 0, cache_written_tokens integer not null default 0, unpriced boolean not null default false,
  primary key (tenant_id, key)
);

CREATE TABLE deliveries (
  place_id   text not null,
  slot       text not null,
  tenant_id  text not null,
  ref        text not null default '',
  hash       text not null default '',
  nonce      text not null default '',
  updated_at integer not null, begun integer not null default 0, posted_at integer, withheld boolean not null default false,
  primary key (place_id, slot)
);

CREATE TABLE timers (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  conversation_id text not null,
  kind            text not null,
  ref             text not null,
  version         integer not null default 0,
  due_at          integer not null, fails integer not null default 0, again_at integer, person_id text,
  unique (tenant_id, kind, ref, version)
);

CREATE TABLE tickets (
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

CREATE TABLE assistant_agent_definitions (
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
, changed_at integer not null default 0, left_at integer);

CREATE TABLE agents (
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

CREATE TABLE agent_chat_sessions (
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
, agent_id text not null default '', project_id text, requested_by text, cause_id text, spent text not null default '{}', updated_at integer, team text not null default '', parent_id text, parent_call text not null default '', tier text not null default '', input_tokens integer not null default 0, output_tokens integer not null default 0, micros integer not null default 0, took_us integer not null default 0, outcome text not null default '');

CREATE TABLE agent_chat_messages (
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

CREATE TABLE agent_executions (
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
, micros integer not null default 0, outcome text not null default '');

CREATE TABLE platform_ai_settings (
  id            text primary key,
  tenant_id     text not null,
  provider      text not null,
  base_url      text not null default '',
  default_model text not null default '',
  headers       text not null default '{}',
  query_params  text not null default '{}',
  api_key       text not null default '',
  enabled       integer not null default 1,
  updated_at    integer not null, fast_model text not null default '', set_by text, revision integer not null default 0, sealed_by text
  generated always as (case when api_key like 'sealed1:%' then substr(api_key, 9, 4) when api_key <> '' then '' end) virtual,
  unique (tenant_id)
);

CREATE TABLE slack_installs (
  enterprise_id text not null,               -- '' outside of an organisation
  team_id       text not null,               -- '' for an install in all of an organisation
  app_id        text not null,
  tenant_id     text not null references tenants,
  name          text not null default '',
  bot_user      text not null default '',
  bot_id        text not null default '',
  token         text not null default '',    -- emptied with the install
  refresh_token text not null default '',    -- good for one use
  expires_at    integer,                     -- null: never
  token_at      integer not null,
  scopes        text not null default '',
  installed_by  text not null default '',
  is_enterprise integer not null default 0,
  installed_at  integer not null,
  revoked_at    integer,
  claim         text,                        -- of whoever is using the refresh token
  claim_until   integer, sealed_by text
  generated always as (case when token like 'sealed1:%' then substr(token, 9, 4) when token <> '' then '' end) virtual,
  primary key (enterprise_id, team_id, app_id)
);

CREATE TABLE spent_nonces (
  tenant_id text not null references tenants,
  nonce     text not null,
  until     integer not null,
  primary key (tenant_id, nonce)
);

CREATE TABLE heard (
  tenant_id text not null,
  surface   text not null,
  until     integer not null,
  primary key (tenant_id, surface)
);

CREATE TABLE link_codes (
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  expires_at integer not null,
  primary key (tenant_id, hash)
);

CREATE TABLE link_tries (
  id        integer primary key,
  tenant_id text not null,
  person_id text not null,
  at        integer not null
);

CREATE TABLE role_grants (
  tenant_id  text not null,
  surface    text not null,
  space      text not null,
  group_id   text not null,
  role       text not null,
  created_at integer not null,
  primary key (tenant_id, surface, space, group_id)
);

CREATE TABLE files (
  id              text not null,
  tenant_id       text not null,
  conversation_id text,
  name            text not null,
  type            text not null,
  size            integer not null,
  sha256          text not null,
  bytes           blob not null,
  created_at      integer not null, person_id text, deleted_at integer,
  primary key (tenant_id, id)
);

CREATE TABLE turns (
  tenant_id text not null,
  thing     text not null,
  free_at   integer not null,
  primary key (tenant_id, thing)
);

CREATE TABLE sessions (
  id         text not null primary key,
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  browser    text not null,
  created_at integer not null,
  seen_at    integer not null,
  until      integer not null,
  revoked_at integer, address text not null default '',
  unique (tenant_id, hash)
);

CREATE TABLE sign_in_codes (
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  expires_at integer not null, session_id text, role text,
  primary key (tenant_id, hash)
);

CREATE TABLE spending (
  tenant_id text not null,
  day       integer not null, -- since the beginning of 1970, UTC
  slot      integer not null,
  tokens    integer not null,
  micros    integer not null, -- millionths of a dollar, by list price, of the calls whose price is known
  told_by   text not null default '', person_id text not null default '', -- the message in whose answer people were told that the budget is nearly used up
  primary key (tenant_id, day, slot)
);

CREATE TABLE delivery_failures (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  at              integer not null,
  surface         text not null,
  space           text not null,
  channel         text not null,
  thread          text not null,
  conversation_id text,
  what            text not null,
  outcome         text not null,
  code            text not null
);

CREATE TABLE replicas (
  id      text primary key,
  lived   integer not null,
  beat_at integer not null -- in microseconds
);

CREATE TABLE owner_tokens (
  tenant_id text primary key,
  token     text not null,
  made_at   integer not null
);

CREATE TABLE replica_settings (
  tenant_id text not null,
  replica   text not null,
  settings  text not null,
  seen_at   integer not null,
  primary key (tenant_id, replica)
);

CREATE TABLE connections (
  tenant_id  text not null,
  project_id text not null references projects,
  kind       text not null,
  gives      text not null,
  config     text not null default '{}',
  secret     text not null default '',
  updated_at integer not null,
  -- Which key sealed it, as of slack_installs: '' for what is kept as it is, null where there is none.
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  primary key (project_id, kind)
);

CREATE TABLE background_tasks (
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
  updated_at      integer not null, silent integer not null default 0, ends_at integer, times_left integer not null default 0, told_in text not null default '',
  unique (tenant_id, key)
);

CREATE TABLE background_runs (
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

CREATE VIRTUAL TABLE assistant_words using fts5(content, message_id unindexed, tokenize = "unicode61 remove_diacritics 0");

CREATE TRIGGER assistant_messages_words after insert on assistant_messages when new.kind = 'message' begin
  insert into assistant_words (content, message_id) values (new.content, new.id);
end;

CREATE TABLE approval_policies (
  tenant_id text not null references tenants,
  project   text not null default '',
  tool      text not null default '',
  rule      text not null,
  set_by    text references persons,
  set_at    integer not null,
  primary key (tenant_id, project, tool)
);

CREATE TABLE approval_yeses (
  tenant_id   text not null,
  approval_id text not null references pending_actions,
  person_id   text not null references persons,
  capacity    text not null default '{}',
  said_at     integer not null, voice_id text references persons,
  primary key (approval_id, person_id)
);

CREATE TABLE channel_projects (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  project_id text not null references projects,
  set_by     text references persons,
  set_at     integer not null,
  primary key (tenant_id, surface, space, channel)
);

CREATE TABLE hooks (
  id          text primary key,
  tenant_id   text not null references tenants,
  task_id     text not null unique references background_tasks,
  token_hash  text unique,
  token_at    integer,
  old_hash    text unique, -- the token before, which is good for some time still
  old_until   integer,
  scheme      text not null,
  secret      text not null default '',
  filter      text not null default '',
  grouping    text not null default '',
  until       text not null default '',
  window_us   integer not null,
  per_minute  integer not null,
  revision    integer not null default 1,
  echoes      integer not null default 0, -- starts in a row that told the task its own words
  updated_at  integer not null,
  -- Which key sealed it, as of slack_installs: '' for what is kept as it is, null where there is none.
  sealed_by   text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual
, happening text not null default '', surface text not null default '', space text not null default '', channel text not null default '', channel_name text not null default '', repeat_us integer not null default 300000000);

CREATE TABLE hook_bursts (
  id         text primary key,
  tenant_id  text not null,
  hook_id    text not null references hooks,
  name       text not null, -- what they have in common, and their window
  grouping   text not null default '',
  count      integer not null default 1,
  last       integer not null default 0,
  fired_at   integer,
  message_id text,
  created_at integer not null,
  unique (hook_id, name)
);

CREATE TABLE hook_events (
  id          text primary key,
  tenant_id   text not null,
  hook_id     text not null references hooks,
  key         text, -- of one event, however often it is told of
  kind        text not null default '',
  payload     text not null default '',
  size        integer not null default 0,
  outcome     text not null,
  note        text not null default '',
  times       integer not null default 1,
  burst_id    text references hook_bursts,
  received_at integer not null,
  unique (hook_id, key)
);

CREATE TABLE invitations (
  id         text not null primary key,
  tenant_id  text not null,
  hash       text not null,
  person_id  text references persons,
  name       text not null,
  role       text not null,
  made_by    text not null references persons,
  created_at integer not null,
  expires_at integer not null,
  used_at    integer,
  used_by    text references persons,
  revoked_at integer,
  unique (tenant_id, hash)
);

CREATE TABLE recordings (
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

CREATE TABLE delegations (
  id          text primary key,
  tenant_id   text not null references tenants,
  person_id   text not null references persons,
  delegate_id text not null references persons,
  until_at    integer not null,
  created_at  integer not null,
  ended_at    integer,
  ended_by    text
);

CREATE TABLE channel_events (
  tenant_id  text not null references tenants,
  surface    text not null,
  space      text not null,
  channel    text not null,
  allowed_by text references persons,
  allowed_at integer not null,
  primary key (tenant_id, surface, space, channel)
);

CREATE TABLE notices (
  tenant_id       text not null references tenants,
  person_id       text not null references persons,
  message_id      text not null,
  conversation_id text not null references assistant_conversations,
  topic           text not null,
  created_at      integer not null,
  primary key (person_id, message_id)
);

CREATE TABLE standing_yeses (
  id            text primary key,
  tenant_id     text not null references tenants,
  approval_id   text references pending_actions,
  person_id     text not null references persons,
  project       text not null default '',
  tool          text not null,
  most          integer not null,
  used          integer not null default 0,
  until_at      integer not null,
  capacity      text not null default '{}',
  created_at    integer not null,
  ended_at      integer,
  ended_by      text,
  background_id text references background_tasks,
  target        text not null default '',
  words         text not null default ''
, definition text not null default '');

CREATE TABLE standing_uses (
  tenant_id   text not null,
  standing_id text not null references standing_yeses,
  task_id     text not null references assistant_tasks,
  hash        text not null,
  used_at     integer not null,
  primary key (standing_id, task_id, hash)
);

CREATE TABLE reserves (
  id          text primary key,
  tenant_id   text not null,
  day         integer not null, -- since the beginning of 1970, UTC
  micros      integer not null, -- millionths of a dollar
  lease_until integer not null
, person_id text not null default '');

CREATE TRIGGER assistant_messages_reworded after update of content on assistant_messages when old.kind = 'message' and new.content <> old.content begin
  delete from assistant_words where message_id = old.id;
  insert into assistant_words (content, message_id) select new.content, new.id where new.content <> '';
end;

CREATE TABLE assistant_conversation_members (
  tenant_id       text not null,
  conversation_id text not null references assistant_conversations,
  person_id       text not null references persons,
  reason          text not null, -- asked, or there
  created_at      integer not null, invited_by text references persons,
  primary key (conversation_id, person_id)
);

CREATE TABLE model_facts (
  tenant_id text not null,
  provider  text not null,
  model     text not null,
  what      text not null,
  detail    text not null,
  at        integer not null,
  primary key (tenant_id, provider, model, what)
);

CREATE TABLE model_notices (
  tenant_id       text not null,
  provider        text not null,
  model           text not null,
  key             text not null,
  conversation_id text references assistant_conversations,
  said_at         integer not null,
  primary key (tenant_id, provider, model, key)
);

CREATE TABLE reaches (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  surface    text not null,
  digest     text not null,
  name       text not null,
  language   text not null default '',
  secret     text not null,
  code       text, -- the hash of what confirms it; null once it is confirmed
  created_at integer not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  unique (tenant_id, surface, digest)
);

CREATE TABLE push_keys (
  tenant_id text primary key references tenants,
  secret    text not null,
  made_at   integer not null
);

CREATE TABLE setup_parts (
  id         text primary key,
  tenant_id  text not null references tenants,
  part       text not null,
  given      text not null,
  secret     text not null,
  enabled    integer not null default true,
  set_by     text not null,
  revision   integer not null default 1,
  updated_at integer not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  unique (tenant_id, part)
);

CREATE TABLE assistant_conversation_filings (
  tenant_id       text not null,
  person_id       text not null references persons,
  conversation_id text not null references assistant_conversations,
  folder          text not null default '', -- '' is none
  archived_at     integer, -- null is not put away
  primary key (person_id, conversation_id)
);

CREATE TABLE deferrals (
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  kind       text not null,
  ref        text not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   integer not null,
  set_at     integer not null,
  primary key (tenant_id, person_id, kind, ref, version)
);

CREATE TABLE passkeys (
  id            text primary key,
  tenant_id     text not null references tenants,
  person_id     text not null references persons,
  credential_id text not null,
  credential    text not null,
  name          text not null,
  created_at    integer not null,
  used_at       integer,
  unique (tenant_id, credential_id)
);

CREATE TABLE passkey_challenges (
  tenant_id  text not null references tenants,
  hash       text not null,
  body       text not null,
  expires_at integer not null,
  primary key (tenant_id, hash)
);

CREATE TABLE handings (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  to_id      text not null references persons,
  kind       text not null,
  ref        text not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   integer not null, -- when what waits ends by itself
  handed_at  integer not null,
  ended_at   integer
);

CREATE TABLE openid_logins (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  issuer     text not null,
  subject    text not null,
  account    text not null,
  founded    boolean not null, -- its person came in by it
  created_at integer not null,
  used_at    integer,
  ended_at   integer,
  unique (tenant_id, issuer, subject)
);

CREATE TABLE openid_begun (
  tenant_id  text not null references tenants,
  hash       text not null,
  body       text not null,
  expires_at integer not null,
  primary key (tenant_id, hash)
);

CREATE TABLE tickets_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);

CREATE TABLE background_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);

CREATE TABLE workspace_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);

CREATE TABLE workspace_teams (
  id          text primary key,
  tenant_id   text not null,
  key         text not null,
  name        text not null,
  description text not null,
  created_at  integer not null,
  unique (tenant_id, key)
);

CREATE TABLE workspace_team_members (
  tenant_id text not null,
  team_id   text not null references workspace_teams,
  member_id text not null,
  primary key (team_id, member_id)
);

CREATE TABLE workspace_projects (
  id              text primary key,
  tenant_id       text not null,
  key             text not null,
  name            text not null,
  description     text not null,
  words           text not null,
  project_type    text not null,
  scope           text not null,
  team_id         text references workspace_teams,
  parent_id       text references workspace_projects,
  owner_id        text not null,
  status          text not null,
  start_date      text not null,
  target_end_date text not null,
  color           text not null,
  emoji           text not null,
  reason          text not null,
  created_at      integer not null,
  updated_at      integer not null,
  version         integer not null,
  unique (tenant_id, owner_id, key)
);

CREATE TABLE workspace_project_members (
  tenant_id  text not null,
  project_id text not null,
  member_id  text not null,
  primary key (project_id, member_id)
);

CREATE TABLE workspace_tasks (
  id           text primary key,
  tenant_id    text not null,
  project_id   text not null references workspace_projects,
  key          text not null,
  title        text not null,
  description  text not null,
  words        text not null,
  status       text not null,
  priority     text not null,
  due_date     text not null,
  creator_id   text not null,
  created_at   integer not null,
  updated_at   integer not null,
  completed_at integer,
  version      integer not null,
  unique (project_id, key)
);

CREATE TABLE workspace_assignees (
  tenant_id  text not null,
  project_id text not null references workspace_projects,
  task_id    text not null references workspace_tasks,
  member_id  text not null,
  primary key (task_id, member_id)
);

CREATE TABLE workspace_labels (
  tenant_id  text not null,
  project_id text not null references workspace_projects,
  task_id    text not null references workspace_tasks,
  label      text not null,
  primary key (task_id, label)
);

CREATE TABLE workspace_blockers (
  id          text primary key,
  tenant_id   text not null,
  project_id  text not null references workspace_projects,
  task_id     text references workspace_tasks,
  key         text not null,
  title       text not null,
  description text not null,
  words       text not null,
  status      text not null,
  priority    text not null,
  resolution  text not null,
  reporter_id text not null,
  created_at  integer not null,
  updated_at  integer not null,
  resolved_at integer,
  version     integer not null,
  unique (project_id, key)
);

CREATE TABLE workspace_documents (
  id            text primary key,
  tenant_id     text not null,
  project_id    text not null references workspace_projects,
  key           text not null,
  title         text not null,
  document_type text not null,
  status        text not null,
  content       text not null,
  words         text not null,
  author_id     text not null,
  created_at    integer not null,
  updated_at    integer not null,
  version       integer not null,
  unique (project_id, key)
);

CREATE TABLE workspace_links (
  tenant_id   text not null,
  project_id  text not null references workspace_projects,
  document_id text not null references workspace_documents,
  task_id     text not null references workspace_tasks,
  link_type   text not null,
  primary key (document_id, task_id)
);

CREATE TABLE workspace_comments (
  id          text primary key,
  tenant_id   text not null,
  project_id  text not null references workspace_projects,
  task_id     text references workspace_tasks,
  document_id text references workspace_documents,
  key         text not null,
  author_id   text not null,
  content     text not null,
  words       text not null,
  created_at  integer not null,
  unique (project_id, key),
  check ((task_id is null) <> (document_id is null))
);

CREATE TABLE workspace_events (
  id          text primary key,
  tenant_id   text not null,
  project_id  text not null,
  actor_id    text not null,
  entity_type text not null,
  entity_id   text not null,
  action      text not null,
  title       text not null,
  changes     text not null,
  created_at  integer not null
);

CREATE TRIGGER workspace_events_update before update on workspace_events begin
  select raise(abort, 'the feed only grows');
end;

CREATE TRIGGER workspace_events_delete before delete on workspace_events begin
  select raise(abort, 'the feed only grows');
end;

insert into goose_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (3, 2, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (4, 3, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (5, 4, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (6, 5, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (7, 6, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (8, 7, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (9, 8, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (10, 9, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (11, 10, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (12, 11, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (13, 12, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (14, 13, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (15, 14, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (16, 17, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (17, 18, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (18, 22, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (19, 24, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (20, 29, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (21, 33, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (22, 34, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (23, 37, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (24, 40, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (25, 43, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (26, 46, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (27, 48, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (28, 49, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (29, 51, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (30, 52, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (31, 56, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (32, 59, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (33, 60, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (34, 61, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (35, 62, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (36, 67, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (37, 73, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (38, 75, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (39, 79, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (40, 80, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (41, 87, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (42, 88, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (43, 89, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (44, 90, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (45, 91, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (46, 93, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (47, 95, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (48, 96, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (49, 97, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (50, 98, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (51, 99, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (52, 100, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (53, 101, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (54, 103, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (55, 104, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (56, 106, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (57, 107, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (58, 108, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (59, 109, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (60, 110, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (61, 111, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (62, 112, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (63, 114, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (64, 115, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (65, 118, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (66, 119, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (67, 121, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (68, 122, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (69, 123, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (70, 124, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (71, 125, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (72, 126, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (73, 127, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (74, 128, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (75, 130, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (76, 131, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (77, 133, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (78, 134, 1, '2026-11-01 09:00:00.000');
insert into sqlite_sequence (name, seq) values ('goose_db_version', 78);
insert into sqlite_sequence (name, seq) values ('tickets_db_version', 2);
insert into sqlite_sequence (name, seq) values ('background_db_version', 2);
insert into sqlite_sequence (name, seq) values ('workspace_db_version', 2);
insert into sqlite_sequence (name, seq) values ('mail', 8);
insert into sqlite_sequence (name, seq) values ('timers', 15);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'Home', 1, 1793523615000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":0,"dailyCents":500,"inputCents":0,"outputCents":0,"steering":"steer"}', '01a19656-8130-7000-8861-aac04906dddf', 1793523811000000);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-90d0-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 0, 1793523617000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":5000000,"dailyCents":0,"inputCents":0,"outputCents":0,"steering":"steer"}', NULL, NULL);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 0, 1793523632000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":5000000,"dailyCents":0,"inputCents":0,"outputCents":0,"steering":"steer"}', NULL, NULL);
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-90d0-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', 1793523617000000, '');
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', 1793523632000000, '');
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 1793523635000000, '');
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-8130-7000-8861-aac04906dddf', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Olga', 'admin', '', 1793523615000000, NULL, '{"quietFrom":"22:00","quietTo":"07:30","where":{"results":"panel"}}', 1, '', NULL, NULL, 0, 1793523812000000);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-94b8-7000-a9be-f5488ace7209', '01a19656-90d0-7000-b008-ff2684df4101', '', 'admin', '', 1793523617000000, NULL, '', 0, '', NULL, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-cf50-7000-9353-07426d32d979', '01a19656-cb68-7000-bb1b-d424e14769c2', '', 'admin', '', 1793523632000000, NULL, '', 0, '', NULL, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-db08-7000-87fb-572b495f10f3', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Uma', 'member', 'America/Toronto', 1793523636000000, NULL, '{"language":"de","zone":"America/Toronto"}', 0, 'de', NULL, NULL, 1, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-e6c0-7000-ad4b-072556698525', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'dan', 'member', 'America/Toronto', 1793523639000000, NULL, '{"language":"de","zone":"America/Toronto"}', 0, 'de', NULL, NULL, 1, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19659-6f30-7000-bb28-b13890f9126e', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Gil', 'member', '', 1793523805000000, NULL, '', 0, '', 1793523807000000, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19659-7ae8-7000-bdf5-9988464def5d', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Ray', 'member', '', 1793523808000000, NULL, '', 0, '', 1793523810000000, '01a19656-8130-7000-8861-aac04906dddf', 0, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-90d0-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', 'U0ANNA', '01a19656-94b8-7000-a9be-f5488ace7209', '', 1793523617000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', 'U0ANNA', '01a19656-cf50-7000-9353-07426d32d979', '', 1793523632000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U1', '01a19656-db08-7000-87fb-572b495f10f3', 'Uma', 1793523636000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'discord', '77', '42', '01a19656-e6c0-7000-ad4b-072556698525', 'dan', 1793523639000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U8', '01a19659-6f30-7000-bb28-b13890f9126e', 'Gil', 1793523805000000, NULL, 1793523807000000, 1793523807000000, 1793523807000000);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U9', '01a19659-7ae8-7000-bdf5-9988464def5d', 'Ray', 1793523808000000, NULL, NULL, NULL, NULL);
insert into projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) values ('01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Aquaverter', 'aquaverter', 'aquaverter.ca', '', '', '[]', '', 1793523610000000, NULL);
insert into projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) values ('01a19656-7578-7000-8e93-37376b0e4da8', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Shop “Ä”', 'shop', 'shop.example', '', '', '["create_page"]', 'de', 1793523612000000, NULL);
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523646000000, NULL, 1, 'chief', '{}', 'Create a page called Services', '01a19656-6da8-7000-be54-4c14e69fa482', 6, 1793523662000000, 1793523748000000, NULL, NULL, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523669000000, NULL, 1, 'chief', '{}', 'Go on with the shop', '01a19656-6da8-7000-be54-4c14e69fa482', 10, 1793523704000000, 1793523749000000, NULL, NULL, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-0fa0-7000-b151-8ba77b1b69b1', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523715000000, NULL, 1, 'chief', '{}', 'What waits?', NULL, 1, 1793523715000000, 1793523750000000, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-1b58-7000-827e-7731b730f918', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523718000000, NULL, 1, 'webEngineer', '{}', '', '01a19656-6da8-7000-be54-4c14e69fa482', 0, 1793523718000000, NULL, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-61a8-7000-96ce-33d712a64f0f', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523736000000, NULL, 1, 'chief', '{}', 'This channel is about it', '01a19656-6da8-7000-be54-4c14e69fa482', 4, 1793523779000000, 1793523777000000, '01a19656-98a0-7000-9a33-2e3de99d9622', 1793523807000000, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-c738-7000-9cde-e0922661a2a8', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523762000000, NULL, 1, 'chief', '{}', '#support', '01a19656-6da8-7000-be54-4c14e69fa482', 0, 1793523762000000, NULL, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19659-5f90-7000-b416-5d44d92a4d59', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523801000000, NULL, 1, 'chief', '{}', 'The prices', NULL, 1, 1793523803000000, NULL, NULL, NULL, NULL, NULL, '');
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19657-0600-7000-a206-a031a91a7198', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'slack', 'T1', 'C1', '1.0', 0, 2, 1793523646000000, 1793523714000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19657-5fd8-7000-b365-550cf6b9eb44', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 'slack', 'T1', 'C1', '2.0', 0, 0, 1793523669000000, 1793523682000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19658-6590-7000-ad8a-2688ae084a63', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 'slack', 'T1', 'C1', 'channel', 0, 0, 1793523736000000, 1793523751000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19658-cb20-7000-b3fe-99443194f813', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-c738-7000-9cde-e0922661a2a8', 'slack', 'T1', 'C1', '', 0, 0, 1793523762000000, NULL, NULL, NULL, 0, '', 0, NULL, 0);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '1.0', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19657-09e8-7000-81f2-24e800488283', 1793523646000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '2.0', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19657-63c0-7000-b6e9-a034d132ef7b', 1793523669000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'web-1', '01a19658-0fa0-7000-b151-8ba77b1b69b1', '01a19658-1388-7000-b210-6f670166961f', 1793523715000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'channel', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19658-6978-7000-ad9a-6846abf8edb6', 1793523736000000);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19657-30f8-7000-a621-4ba3c8418ea8', 2, 1793523658000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (4, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19657-aa10-7000-a031-c5945a80077c', 1, 1793523689000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (5, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19657-c180-7000-b9d2-15448c060e46', 1, 1793523695000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (6, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-0fa0-7000-b151-8ba77b1b69b1', '01a19658-1388-7000-b210-6f670166961f', 1, 1793523715000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (7, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19658-6978-7000-ad9a-6846abf8edb6', 1, 1793523736000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (8, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19659-01d0-7000-8725-97a55bf24ffb', 0, 1793523777000000, 0);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-09e8-7000-81f2-24e800488283', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 1, '1.0', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'please create a page called Services', 1793523646000000, '{}', 'said', '{"externalId":"1.0"}', 'said:01a19657-09e8-7000-81f2-24e800488283', NULL, NULL, '1.0', 0, '{}', '01a19657-0600-7000-a206-a031a91a7198', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-1d70-7000-8a54-6c0464d7a2a9', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 2, '01a19657-1d70-7000-8a54-6c0464d7a2a9', 'system', '', NULL, 'system', '', 1793523653000000, '{}', 'asked', '{"clarification":{"id":"01a19657-15a0-7000-b381-459f6bd4b54c","stage":"project","intro":"Which site?","questions":[{"key":"project","text":"Which site?","reason":"there are two","free":true}],"expiresAt":"2126-11-01T09:00:00Z"}}', 'ask:01a19657-15a0-7000-b381-459f6bd4b54c', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-2928-7000-85b8-12346df02529', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 3, '01a19657-2928-7000-85b8-12346df02529', 'system', '', NULL, 'system', '', 1793523656000000, '{}', 'plan_proposed', '{"plan":{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h1","expiresAt":"2126-11-01T09:00:00Z"}}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-30f8-7000-a621-4ba3c8418ea8', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 4, '01a19657-30f8-7000-a621-4ba3c8418ea8', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'system', '', 1793523658000000, '{}', 'plan_decided', '{"planId":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"verdict":"changes","note":"shorter"}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-38c8-7000-a280-c3c1c6c3bfe3', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 5, '01a19657-38c8-7000-a280-c3c1c6c3bfe3', 'system', '', NULL, 'system', '', 1793523660000000, '{}', 'plan_proposed', '{"plan":{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":2,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h2","expiresAt":"2126-11-01T09:00:00Z"}}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/2', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-4480-7000-8971-983b8ea1a3a7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 6, '01a19657-4480-7000-8971-983b8ea1a3a7', 'assistant', 'chief', NULL, 'message', 'It is **done**.', 1793523662000000, '{}', 'said', '{}', 'said:01a19657-4480-7000-8971-983b8ea1a3a7', NULL, NULL, NULL, 0, '{"why":"for the fixture"}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-63c0-7000-b6e9-a034d132ef7b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 1, '2.0', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'go on with the shop', 1793523669000000, '{}', 'said', '{"externalId":"2.0"}', 'said:01a19657-63c0-7000-b6e9-a034d132ef7b', NULL, NULL, '2.0', 0, '{}', '01a19657-5fd8-7000-b365-550cf6b9eb44', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-8eb8-7000-bdbb-87338d2003bb', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 2, '01a19657-8eb8-7000-bdbb-87338d2003bb', 'system', '', NULL, 'system', '', 1793523682000000, '{}', 'run_started', '{"run":{"id":"01a19657-7b30-7000-83f3-1371ab1db6dc","conversationId":"01a19657-5bf0-7000-be70-e0c4cb8a8a82","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","createdByAgentId":"chief","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","approvedBy":"01a19656-8130-7000-8861-aac04906dddf","title":"Shop","status":"running","createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},"tasks":[{"id":"01a19657-7f18-7000-a999-35f4cc67702a","runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","conversationId":"01a19657-5bf0-7000-be70-e0c4cb8a8a82","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"one","stepGroup":"A","sequenceOrder":0,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"one"},"summary":"Create one","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"one","fields":[{"name":"title","new":"one"}],"state":"state-one"},"approvedHash":"state-one","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},{"id":"01a19657-8300-7000-9445-7adf05b95cbc","runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","conversationId":"01a19657-5bf0-7000-be70-e0c4cb8a8a82","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"two","stepGroup":"A","sequenceOrder":1,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"two"},"summary":"Create two","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"two","fields":[{"name":"title","new":"two"}],"state":"state-two"},"approvedHash":"state-two","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},{"id":"01a19657-86e8-7000-9818-ae758b94a34e","runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","conversationId":"01a19657-5bf0-7000-be70-e0c4cb8a8a82","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"three","stepGroup":"A","sequenceOrder":2,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"three"},"summary":"Create three","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-three"},"approvedHash":"state-three","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"}]}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-92a0-7000-af10-261c465562b5', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 3, '01a19657-92a0-7000-af10-261c465562b5', 'system', '', NULL, 'system', '', 1793523682000000, '{}', 'group_started', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","group":"A","tasks":["01a19657-7f18-7000-a999-35f4cc67702a","01a19657-8300-7000-9445-7adf05b95cbc","01a19657-86e8-7000-9818-ae758b94a34e"]}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-aa10-7000-a031-c5945a80077c', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 4, '01a19657-aa10-7000-a031-c5945a80077c', 'system', '', NULL, 'system', '', 1793523689000000, '{}', 'task_finished', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-7f18-7000-a999-35f4cc67702a","status":"completed","result":{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true}}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-c180-7000-b9d2-15448c060e46', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 5, '01a19657-c180-7000-b9d2-15448c060e46', 'system', '', NULL, 'system', '', 1793523695000000, '{}', 'task_finished', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-8300-7000-9445-7adf05b95cbc","status":"failed","result":{"summary":""},"problem":{"category":"execution","message":"no answer","recovery":"","said":{"message":{"key":"no answer"}}}}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-cd38-7000-a483-bd0bc5ccebb9', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 6, '01a19657-cd38-7000-a483-bd0bc5ccebb9', 'system', '', NULL, 'system', '', 1793523698000000, '{}', 'approval_requested', '{"approval":{"id":"01a19657-c568-7000-b20e-d3c7d066d538","runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-86e8-7000-9818-ae758b94a34e","tool":"create_page","arguments":{"title":"three"},"title":"Create three","why":"it moved","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-3","said":{"title":{"key":"three"}}},"hash":"card","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","expiresAt":"2126-11-01T09:00:00Z","said":{"title":{"key":"Create three"},"why":{"key":"it moved"}}}}', 'approval:01a19657-c568-7000-b20e-d3c7d066d538', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-d508-7000-8529-b9fb1a1c8746', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 7, '01a19657-d508-7000-8529-b9fb1a1c8746', 'system', '', NULL, 'system', '', 1793523700000000, '{}', 'stop_requested', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-86e8-7000-9818-ae758b94a34e"}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-d8f0-7000-b98f-3ab0ee5f744e', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 8, '01a19657-d8f0-7000-b98f-3ab0ee5f744e', 'system', '', NULL, 'system', '', 1793523700000000, '{}', 'run_finished', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","status":"failed"}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-dcd8-7000-8573-69796de2e19d', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 9, '01a19657-dcd8-7000-8573-69796de2e19d', 'system', '', NULL, 'system', '', 1793523700000000, '{}', 'retry_requested', '{"runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-8300-7000-9445-7adf05b95cbc"}', 'run:01a19657-7b30-7000-83f3-1371ab1db6dc', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-e890-7000-811d-4cbaad5f0dd3', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 10, '01a19657-e890-7000-811d-4cbaad5f0dd3', 'assistant', 'chief', NULL, 'message', 'It is **done**.', 1793523704000000, '{}', 'said', '{}', 'said:01a19657-e890-7000-811d-4cbaad5f0dd3', NULL, NULL, NULL, 0, '{"why":"for the fixture"}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-1388-7000-b210-6f670166961f', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-0fa0-7000-b151-8ba77b1b69b1', 1, 'web-1', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'message', 'what waits?', 1793523715000000, '{}', 'said', '{}', 'said:01a19658-1388-7000-b210-6f670166961f', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-6978-7000-ad9a-6846abf8edb6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 1, 'channel', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'this channel is about it', 1793523736000000, '{}', 'said', '{"externalId":"channel"}', 'said:01a19658-6978-7000-ad9a-6846abf8edb6', NULL, NULL, 'channel', 0, '{}', '01a19658-6590-7000-ad8a-2688ae084a63', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-9c40-7000-93c4-8ba8dee31645', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 2, '01a19658-9c40-7000-93c4-8ba8dee31645', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'status', '', 1793523751000000, '{}', 'channel_bound', '{"projectId":"01a19656-6da8-7000-be54-4c14e69fa482"}', '', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19659-01d0-7000-8725-97a55bf24ffb', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 3, 'background/01a19658-f618-7000-8958-2568b7505f9e/1000000000000000', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'message', 'look at prices', 1793523777000000, '{}', 'said', '{"backgroundTask":"01a19658-f618-7000-8958-2568b7505f9e"}', 'said:01a19659-01d0-7000-8725-97a55bf24ffb', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19659-09a0-7000-a8bd-c633c9a49598', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 4, '01a19659-09a0-7000-a8bd-c633c9a49598', 'assistant', '', NULL, 'message', 'they are as they were', 1793523779000000, '{}', 'said', '{"topic":"results"}', 'said:01a19659-09a0-7000-a8bd-c633c9a49598', '01a19659-01d0-7000-8725-97a55bf24ffb', NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19659-6760-7000-8593-0147413cc0f1', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-5f90-7000-b416-5d44d92a4d59', 1, '01a19659-6760-7000-8593-0147413cc0f1', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'status', 'Olga invited Uma.', 1793523803000000, '{}', 'member_added', '{"personId":"01a19656-db08-7000-87fb-572b495f10f3","title":"The prices"}', 'member:01a19659-6760-7000-8593-0147413cc0f1', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into clarifications (id, tenant_id, conversation_id, plan_id, asked_of, stage, body, status, answered_by, expires_at, created_at, updated_at, seq) values ('01a19657-15a0-7000-b381-459f6bd4b54c', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, '01a19656-db08-7000-87fb-572b495f10f3', 'project', '{"id":"01a19657-15a0-7000-b381-459f6bd4b54c","stage":"project","intro":"Which site?","questions":[{"key":"project","text":"Which site?","reason":"there are two","free":true}],"expiresAt":"2126-11-01T09:00:00Z"}', 'open', NULL, 4949197200000000, 1793523653000000, 1793523653000000, 2);
insert into agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) values ('01a19657-2158-7000-8e5d-425a784bf3cd', 1, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 'Services', 'a page', 'superseded', '{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h1","expiresAt":"2126-11-01T09:00:00Z"}', 'h1', 'shorter', '01a19656-8130-7000-8861-aac04906dddf', 1793523658000000, 4949197200000000, '{}', 1793523656000000, 1793523658000000, 3, NULL);
insert into agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) values ('01a19657-2158-7000-8e5d-425a784bf3cd', 2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 'Services', 'a page', 'proposed', '{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":2,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h2","expiresAt":"2126-11-01T09:00:00Z"}', 'h2', '', NULL, NULL, 4949197200000000, '{}', 1793523660000000, 1793523660000000, 5, NULL);
insert into assistant_runs (id, tenant_id, conversation_id, project_id, plan_id, plan_version, created_by, requested_by, approved_by, title, status, created_at, updated_at, metadata, unseen, seq, session_id, noticed_at) values ('01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 0, 'chief', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-8130-7000-8861-aac04906dddf', 'Shop', 'running', 1793523682000000, 1793523700000000, '{}', 0, 2, NULL, NULL);
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) values ('01a19657-7f18-7000-a999-35f4cc67702a', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'one', 'A', 0, 'webEngineer', 'completed', 'create_page', '{"title":"one"}', 'Create one', 'reversible', '{"title":"one","fields":[{"name":"title","new":"one"}],"state":"state-one"}', 1, NULL, NULL, 'state-one', 0, 1793523682000000, 1793523689000000, '{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true}', NULL, '{}', NULL, NULL, NULL, 0, NULL, '', 'a team', 0, 0);
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) values ('01a19657-8300-7000-9445-7adf05b95cbc', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'two', 'A', 1, 'webEngineer', 'open', 'create_page', '{"title":"two"}', 'Create two', 'reversible', '{"title":"two","fields":[{"name":"title","new":"two"}],"state":"state-two"}', 1, NULL, NULL, 'state-two', 0, 1793523682000000, 1793523700000000, NULL, NULL, '{}', NULL, NULL, NULL, 0, NULL, '', 'a team', 0, 1);
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team, stop_asked, alone) values ('01a19657-86e8-7000-9818-ae758b94a34e', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'three', 'A', 2, 'webEngineer', 'cancelled', 'create_page', '{"title":"three"}', 'Create three', 'reversible', '{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-three"}', 1, NULL, NULL, 'state-three', 0, 1793523682000000, 1793523700000000, '{"summary":"","notDone":"not_begun"}', NULL, '{}', NULL, NULL, NULL, 0, NULL, '', 'a team', 1, 0);
insert into pending_actions (id, tenant_id, conversation_id, run_id, task_id, tool_name, tool_input, entity_type, entity_id, old_state, new_state, shown, irreversible, status, expires_at, user_id, body, decided_by, decided_at, note, created_at, hash, seq, needed) values ('01a19657-c568-7000-b20e-d3c7d066d538', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-86e8-7000-9818-ae758b94a34e', 'create_page', '{"title":"three"}', 'task', '01a19657-86e8-7000-9818-ae758b94a34e', '{"title":""}', '{"title":"three"}', 'state-3', 0, 'pending', 4949197200000000, '01a19656-8130-7000-8861-aac04906dddf', '{"id":"01a19657-c568-7000-b20e-d3c7d066d538","runId":"01a19657-7b30-7000-83f3-1371ab1db6dc","taskId":"01a19657-86e8-7000-9818-ae758b94a34e","tool":"create_page","arguments":{"title":"three"},"title":"Create three","why":"it moved","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-3","said":{"title":{"key":"three"}}},"hash":"card","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","expiresAt":"2126-11-01T09:00:00Z","said":{"title":{"key":"Create three"},"why":{"key":"it moved"}}}', NULL, NULL, '', 1793523698000000, 'card', 6, 1);
insert into tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) values ('01a19657-9e58-7000-937c-448952fc43e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'one', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-7f18-7000-a999-35f4cc67702a', '01a19656-7578-7000-8e93-37376b0e4da8', 'create_page', '{"title":"one"}', 'reversible', 'settled', '{"result":{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true},"undo":{"page":7}}', 1793523688000000, 1793523689000000, '');
insert into tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) values ('01a19657-b5c8-7000-a3a1-bd8b42445e54', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'two', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19657-8300-7000-9445-7adf05b95cbc', '01a19656-7578-7000-8e93-37376b0e4da8', 'create_page', '{"title":"two"}', 'reversible', 'settled', NULL, 1793523694000000, 1793523695000000, '');
insert into model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'turn-1/1', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, 'plan', 'openai', 'gpt-5-mini', 'r1', X'7365616C6564313A484B4871305761754E46694868474755517232654D596D583337796A6D37454E68674E562B526251323732574B7441687047535854503668796F6C53', 10, 2, 5, 1, 1500000, 1793523662000000, 0, 0, 0);
insert into model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'beside/1', '01a19658-61a8-7000-96ce-33d712a64f0f', NULL, 'draft', 'openai', 'unheard-of-1', '', X'7365616C6564313A484B4871457747725333452F576C6E6C57764373505178584F6B61373743656A48784761767A612B', 900, 300, 40, 0, 0, 1793523771000000, 0, 200, 1);
insert into deliveries (place_id, slot, tenant_id, ref, hash, nonce, updated_at, begun, posted_at, withheld) values ('01a19657-0600-7000-a206-a031a91a7198', 'said:1', '01a19656-7d48-7000-8f8f-789f44ebb18e', '171.1', 'h', 'n1', 1793523714000000, 0, NULL, 0);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (1, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'clarification', '01a19657-15a0-7000-b381-459f6bd4b54c', 0, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'remind_clarification', '01a19657-15a0-7000-b381-459f6bd4b54c', 0, 1793527253000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (5, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (6, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'remind_plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 1793527260000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (7, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 'approval', '01a19657-c568-7000-b20e-d3c7d066d538', 0, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (8, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 'remind_approval', '01a19657-c568-7000-b20e-d3c7d066d538', 0, 1793527298000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (9, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', 'background', '01a19658-4268-7000-bf71-1865d642b78e', 0, 1793610127000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (10, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 'hook', '01a19658-bb80-7000-92da-d5b53b7fe52b', 0, 1793523760000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (11, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-c738-7000-9cde-e0922661a2a8', 'background', '01a19658-cf08-7000-9e30-da59a59f3d21', 0, 1795878154225599, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (13, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', 'told', '01a19659-09a0-7000-a8bd-c633c9a49598', 0, 4949197200000000, 0, NULL, '01a19656-8130-7000-8861-aac04906dddf');
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (14, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'told', '01a19657-38c8-7000-a280-c3c1c6c3bfe3', 100, 1793523799000000, 0, NULL, '01a19656-db08-7000-87fb-572b495f10f3');
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (15, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-5f90-7000-b416-5d44d92a4d59', 'told', '01a19659-6760-7000-8593-0147413cc0f1', 0, 1793523803000000, 0, NULL, '01a19656-db08-7000-87fb-572b495f10f3');
insert into tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at) values ('01a19658-2328-7000-9e5c-2b188a8c9b0c', '01a19656-7d48-7000-8f8f-789f44ebb18e', 1, 'ticket-1', '01a19656-6da8-7000-be54-4c14e69fa482', 'Logo', 'It’s blurred', 'high', 1793523720000000);
insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) values ('01a19658-d6d8-7000-ae67-a83fdcaa976d', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'florist', 'Zelda', 'Knows flowers.', 'utility', 1, 20, X'22F09F8CB722', X'7B227469746C65223A22466C6F72697374222C226578616D706C6573223A5B22576869636820666C6F77657273206C6173743F225D2C226C656164223A2264656C69766572794C656164227D', 1793523766000000, NULL);
insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) values ('01a19658-dea8-7000-a252-21ca3f6647fe', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'gardener', 'Gus', '', 'utility', 0, 0, X'2222', X'7B7D', 1793523770000000, 1793523770000000);
insert into agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) values ('6fcfa313-9faf-8697-9531-2ffd0ae16bbc', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'deliveryLead', 'planner', '', 'active', '{}', 1793523662000000, 1793523662000000);
insert into agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) values ('3ca04b3b-b1e3-8f4f-86ac-5d93a00624d5', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'researchAgent', 'executor', 'fast-1', 'done', '{}', 1793523662000000, 1793523662000000);
insert into agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) values ('f13385ca-b42a-8501-94ce-db7289f35798', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'deliveryLead', 'planner', '', 'active', '{}', 1793523704000000, 1793523704000000);
insert into agents (id, tenant_id, agent_id, kind, model, status, metadata, created_at, updated_at) values ('7d0d6e70-8dab-8440-8673-4fbdac399a11', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'researchAgent', 'executor', 'fast-1', 'done', '{}', 1793523704000000, 1793523704000000);
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) values ('e05195ce-7d9d-84c6-bf56-741ca82685e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, NULL, NULL, NULL, NULL, 'done', '{}', 1793523662000000, NULL, 'deliveryLead', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19657-09e8-7000-81f2-24e800488283', '{"steps":1,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523662000000, 'a team', NULL, '', '', 0, 0, 0, 0, '');
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) values ('15c956a5-d196-82c9-b4ae-1fd8890ec86b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, NULL, '01a19657-09e8-7000-81f2-24e800488283', '6fcfa313-9faf-8697-9531-2ffd0ae16bbc', '3ca04b3b-b1e3-8f4f-86ac-5d93a00624d5', 'done', '{}', 1793523662000000, NULL, 'researchAgent', NULL, '01a19656-8130-7000-8861-aac04906dddf', NULL, '{"steps":0,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523662000000, 'a team', 'e05195ce-7d9d-84c6-bf56-741ca82685e7', 'call-1', 'fast', 900, 40, 120, 1000000, 'reported');
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) values ('0bc02b44-57f3-83bf-ae08-b48b53126359', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', NULL, NULL, NULL, NULL, NULL, 'done', '{}', 1793523704000000, NULL, 'deliveryLead', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19657-63c0-7000-b6e9-a034d132ef7b', '{"steps":1,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523704000000, 'a team', NULL, '', '', 0, 0, 0, 0, '');
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team, parent_id, parent_call, tier, input_tokens, output_tokens, micros, took_us, outcome) values ('8f5e2fac-f98c-891e-be30-f542a4440aee', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', NULL, NULL, '01a19657-63c0-7000-b6e9-a034d132ef7b', 'f13385ca-b42a-8501-94ce-db7289f35798', '7d0d6e70-8dab-8440-8673-4fbdac399a11', 'done', '{}', 1793523704000000, NULL, 'researchAgent', NULL, '01a19656-8130-7000-8861-aac04906dddf', NULL, '{"steps":0,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523704000000, 'a team', '0bc02b44-57f3-83bf-ae08-b48b53126359', 'call-1', 'fast', 900, 40, 120, 1000000, 'reported');
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-4868-7000-90b3-dd4067aa6eee', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'e05195ce-7d9d-84c6-bf56-741ca82685e7', 0, 'frame', 'sealed1:HKHqgVakf7Jd0gMVAx+TJEMcq/JI3HP+EteRo/gV0IYb/SUcYRsZ4I4g9GjmfdxxnNGDt2nIz4YzmrtIAaNvwlk', '{}', 1793523662000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-4c50-7000-bd01-0221f74bc3e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'e05195ce-7d9d-84c6-bf56-741ca82685e7', 1, 'assistant', 'sealed1:HKHqT0z7Fcr9yoLoJhligSlcOqO4hP3u/IhmyKzUnGPb+2gOwhv2gSulwHInBJaAgnigIAipQXo32miGc5UxUOJQftizP7d+xh3N6hYCVso/XuF5JEVlRXIXHNGH', '{}', 1793523662000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-5038-7000-a600-d9093b1a01c6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '15c956a5-d196-82c9-b4ae-1fd8890ec86b', 0, 'frame', 'sealed1:HKHqLsweu09XHMPgJvIxX4dj4ICutznXT0usnu6XxIlaRcFszbS7ZVirfwGMD5qwly5egBz6qOSLhuls', '{}', 1793523662000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-ec78-7000-9cf9-3ab7a72b31d4', '01a19656-7d48-7000-8f8f-789f44ebb18e', '0bc02b44-57f3-83bf-ae08-b48b53126359', 0, 'frame', 'sealed1:HKHqLk4ZHIk7JyUNVnd/x9PC/MgsS+xWnOucd88tMbbD6NySicIS3JktMbaeMzZCnBUCnPKSnKRlfeJmvCyvdVk', '{}', 1793523704000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-f060-7000-98a3-fc1aa14ee99a', '01a19656-7d48-7000-8f8f-789f44ebb18e', '0bc02b44-57f3-83bf-ae08-b48b53126359', 1, 'assistant', 'sealed1:HKHqAKwIGZsOTx4/P5NmXOfRplitkJKa2CKZe8DiLnSZhbZPQ8xFtxAFKSmCPc/QQSiW+KAP4rOGF+UFxrxIntaHicoY4x5tAAtJGWQYMK85mQhQOBN1WL5pBqZl', '{}', 1793523704000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-f448-7000-b48e-9e227966f0c4', '01a19656-7d48-7000-8f8f-789f44ebb18e', '8f5e2fac-f98c-891e-be30-f542a4440aee', 0, 'frame', 'sealed1:HKHqMGQka2pT/aPpIytLfitFhW5OtOrC6su2+jiYeh700l6gPUO+jyXN6Xsrh3XgJ1JgQE4rP/iVrQwB', '{}', 1793523704000000);
insert into agent_executions (id, tenant_id, session_id, agent_id, plan_id, task_id, status, tokens, took_us, result, problem, created_at, completed_at, micros, outcome) values ('9b8a382d-df6e-80a1-b01f-9e1ab183e30b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '15c956a5-d196-82c9-b4ae-1fd8890ec86b', '3ca04b3b-b1e3-8f4f-86ac-5d93a00624d5', NULL, '01a19657-09e8-7000-81f2-24e800488283', 'done', 940, 1000000, NULL, NULL, 1793523662000000, 1793523662000000, 120, 'reported');
insert into agent_executions (id, tenant_id, session_id, agent_id, plan_id, task_id, status, tokens, took_us, result, problem, created_at, completed_at, micros, outcome) values ('0a418227-e087-828b-ad6a-7f4fd7d93efa', '01a19656-7d48-7000-8f8f-789f44ebb18e', '8f5e2fac-f98c-891e-be30-f542a4440aee', '7d0d6e70-8dab-8440-8673-4fbdac399a11', NULL, '01a19657-63c0-7000-b6e9-a034d132ef7b', 'done', 940, 1000000, NULL, NULL, 1793523704000000, 1793523704000000, 120, 'reported');
insert into platform_ai_settings (id, tenant_id, provider, base_url, default_model, headers, query_params, api_key, enabled, updated_at, fast_model, set_by, revision) values ('01a19659-8e70-7000-963a-6b7f8b86c227', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'openai', 'https://models.example/v1', 'strong', '{}', '{}', 'sealed1:HKHqtf0DBvkigSSVTgex4rd9dExs9c5q9KQSX0pXxjFhGwMbIvTo9ZViIJYv', 1, 1793523813000000, 'fast', '01a19656-8130-7000-8861-aac04906dddf', 1);
insert into slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) values ('', 'T0PLAIN', 'A0APP', '01a19656-90d0-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 'U0BOT', 'B0BOT', 'sealed1:HKHqAB3SmRMKiyqL1F7mh3GzvOodstFUDpm+051C8OPY39Kz94w', '', NULL, 1793523617000000, 'chat:write,commands', 'U0ANNA', 0, 1793523617000000, NULL, NULL, NULL);
insert into slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) values ('', 'T0SEALED', 'A0APP', '01a19656-cb68-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 'U0BOT', 'B0BOT', 'sealed1:HKHqmPERJFPjl6L/5rRvJ2IvNB88AfY6yZBExbDM0TLwP6fGV0qN', 'sealed1:HKHqbZHe/31c/LpdYGxjT4JklgMZ6WdaIG4cdiYJMSjaF6J+rQwuzA', 1793566832000000, 1793523632000000, 'chat:write,commands', 'U0ANNA', 0, 1793523632000000, NULL, NULL, NULL);
insert into spent_nonces (tenant_id, nonce, until) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'nonce-1', 1793527326000000);
insert into heard (tenant_id, surface, until) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 1793523600000000);
insert into link_codes (tenant_id, hash, person_id, expires_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '5495815ee4370c6202d2c58fc268050c543292001fb3094dc8d4a204b930da66', '01a19656-8130-7000-8861-aac04906dddf', 1793524245000000);
insert into role_grants (tenant_id, surface, space, group_id, role, created_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'S1', 'approver', 1793523642000000);
insert into files (id, tenant_id, conversation_id, name, type, size, sha256, bytes, created_at, person_id, deleted_at) values ('01a19658-2710-7000-a8f7-e2154574dc4a', '01a19656-7d48-7000-8f8f-789f44ebb18e', NULL, 'a.txt', 'text/plain', 7, '55dfc00c01f3ea84a2f1472b04669ad3ed588c04bad216e855f24fbe6a84822c', X'68656C6C6F00FF', 1793523723000000, NULL, NULL);
insert into turns (tenant_id, thing, free_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'sweep', 1793527325000000);
insert into sessions (id, tenant_id, hash, person_id, browser, created_at, seen_at, until, revoked_at, address) values ('01a19659-4438-7000-bc48-a7fd6ab52c3b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '1886da905a45086b036a08b0534c4ba407c9d3e248435d24442a9c9c92e11bd2', '01a19656-8130-7000-8861-aac04906dddf', 'Firefox', 1793523794000000, 1793523794000000, 1796115794000000, NULL, '203.0.113.7');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 2, 15, 0, '', '');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 557458674892043119, 940, 0, '', '01a19656-8130-7000-8861-aac04906dddf');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 16, 0, 0, '', '');
insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-6da8-7000-be54-4c14e69fa482', 'folder', '["site"]', '{}', '', 1793523615000000);
insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-7578-7000-8e93-37376b0e4da8', 'wordpress', '["site","posts","media","menus","shop"]', '{"url":"https://shop.example","user":"editor"}', 'sealed1:HKHqHGjqnRplus1Mhc2Qy8Ng1X0CwryAM8ssubYwrAP0H4MeUp5YqyOXLdWi6Mg', 1793523616000000);
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-4268-7000-bf71-1865d642b78e', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'background-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-6da8-7000-be54-4c14e69fa482', 'recurring', 'Look at the audit', 'check the audit', '0 9 * * *', 'Europe/Berlin', 'skip', 'active', '', 0, 1793523728000000, 1793523728000000, 0, NULL, 0, '');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-a7f8-7000-82ba-6dbc03e47a84', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'hook-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19656-6da8-7000-be54-4c14e69fa482', 'event', 'Look at payments', 'see what failed', '', 'Europe/Berlin', 'skip', 'active', '', 0, 1793523754000000, 1793523754000000, 0, 1795878154195410, 3, '');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-cf08-7000-9e30-da59a59f3d21', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'told-2', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-c738-7000-9cde-e0922661a2a8', NULL, 'one_shot', 'Look at it', 'look at it', '', 'UTC', 'queue', 'active', '', 0, 1793523762000000, 1793523762000000, 0, NULL, 0, '#support');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-f618-7000-8958-2568b7505f9e', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'told-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-61a8-7000-96ce-33d712a64f0f', NULL, 'one_shot', 'Look at prices', 'look at prices', '', 'Europe/Berlin', 'skip', 'done', '', 0, 1793523774000000, 1793523777000000, 0, NULL, 0, '');
insert into background_runs (tenant_id, task_id, due_at, started_at, outcome, note, message_id, tokens, micros) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-f618-7000-8958-2568b7505f9e', 1000000000000000, 1793523777000000, '', '', '01a19659-01d0-7000-8725-97a55bf24ffb', 0, 0);
insert into approval_policies (tenant_id, project, tool, rule, set_by, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-6da8-7000-be54-4c14e69fa482', '', '{"needed":2,"notRequester":true}', '01a19656-8130-7000-8861-aac04906dddf', 1793523733000000);
insert into channel_projects (tenant_id, surface, space, channel, project_id, set_by, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 1793523751000000);
insert into hooks (id, tenant_id, task_id, token_hash, token_at, old_hash, old_until, scheme, secret, filter, grouping, until, window_us, per_minute, revision, echoes, updated_at, happening, surface, space, channel, channel_name, repeat_us) values ('01a19658-abe0-7000-8bf9-8d5a9c257ba2', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-a7f8-7000-82ba-6dbc03e47a84', 'a1eeb9e85fdf575c3cd68f712205b9c9d9a46134f2678539a81cb1a8572dc7a6', 1793523757000000, NULL, NULL, 'stripe', 'sealed1:HKHqGq1hsI/tbzY9NQWuACh15R3AW9H6WQaQXzF10AioGQ0008SR9xRZz+E', 'event == "charge.failed"', '', '', 10000000, 600, 2, 0, 1793523757000000, '', '', '', '', '', 0);
insert into hook_bursts (id, tenant_id, hook_id, name, grouping, count, last, fired_at, message_id, created_at) values ('01a19658-bb80-7000-92da-d5b53b7fe52b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-abe0-7000-8bf9-8d5a9c257ba2', '/1793523750000000', '', 1, 0, NULL, NULL, 1793523758000000);
insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, times, burst_id, received_at) values ('01a19658-b798-7000-8c33-8978c6bbb9c1', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-abe0-7000-8bf9-8d5a9c257ba2', 'e:evt_1', 'charge.failed', '{"id":"evt_1"}', 14, 'accepted', '', 1, '01a19658-bb80-7000-92da-d5b53b7fe52b', 1793523758000000);
insert into invitations (id, tenant_id, hash, person_id, name, role, made_by, created_at, expires_at, used_at, used_by, revoked_at) values ('01a19658-4e20-7000-a0fa-e36004407106', '01a19656-7d48-7000-8f8f-789f44ebb18e', '5449232c7e49bc61b0833c00f0e56ac772e6730f1bcf284397053b18337cae9d', NULL, 'Maya', 'approver', '01a19656-8130-7000-8861-aac04906dddf', 1793523731000000, 1794128531000000, NULL, NULL, NULL);
insert into recordings (id, tenant_id, conversation_id, cause_id, task_id, attempt, part, ends, body, created_at) values ('01a19658-a028-7000-9bda-f0f71985663d', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19658-6978-7000-ad9a-6846abf8edb6', NULL, 0, 0, 1, X'7365616C6564313A484B4871396F3749304A584951312F4D68636C6B6A6D666C7670624D414D52745A644F6E4A676567776F627377725747', 1793523751000000);
insert into delegations (id, tenant_id, person_id, delegate_id, until_at, created_at, ended_at, ended_by) values ('00000000-0000-7000-8000-0000000000aa', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-db08-7000-87fb-572b495f10f3', 1795878154179617, 1793523735000000, NULL, NULL);
insert into channel_events (tenant_id, surface, space, channel, allowed_by, allowed_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-8130-7000-8861-aac04906dddf', 1793523761000000);
insert into notices (tenant_id, person_id, message_id, conversation_id, topic, created_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19659-09a0-7000-a8bd-c633c9a49598', '01a19658-61a8-7000-96ce-33d712a64f0f', 'results', 1793523782000000);
insert into standing_yeses (id, tenant_id, approval_id, person_id, project, tool, most, used, until_at, capacity, created_at, ended_at, ended_by, background_id, target, words, definition) values ('4b03c880-8265-8fbc-a05f-5ed398faf61b', '01a19656-7d48-7000-8f8f-789f44ebb18e', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19656-6da8-7000-be54-4c14e69fa482', 'create_page', 5, 0, 1795878154195410, '{"role":"admin"}', 1793523754000000, NULL, NULL, '01a19658-a7f8-7000-82ba-6dbc03e47a84', 'services', 'see what failed', 'a hash');
insert into reserves (id, tenant_id, day, micros, lease_until, person_id) values ('00000000-0000-7000-8000-0000000000bb', '01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 250000, 1793530973000000, '01a19656-8130-7000-8861-aac04906dddf');
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523646000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523669000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-0fa0-7000-b151-8ba77b1b69b1', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523715000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-1b58-7000-827e-7731b730f918', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523718000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-61a8-7000-96ce-33d712a64f0f', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523736000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-c738-7000-9cde-e0922661a2a8', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523762000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-5f90-7000-b416-5d44d92a4d59', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523801000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-5f90-7000-b416-5d44d92a4d59', '01a19656-db08-7000-87fb-572b495f10f3', 'added', 1793523803000000, '01a19656-8130-7000-8861-aac04906dddf');
insert into reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) values ('01a19659-1558-7000-902f-e7ba89a9aad6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'push', '92cb44e5baae5fd413be9fb09bebcbbfed3c5c1395bdebdeab5002bd01ad39ce', 'Firefox on Android', 'de', 'sealed1:HKHqdXxs1eS6LxbAYXzqbuppKKthKAR3Y9bRI55pdwMkDbcsuZK8m8IbfEFpvOxvTIwe9SvCrHVhk7cQOD3Kw+5J6nRUq3Q34yVr/pmCkpEt6UomYPvYou5utzoDgjWwOus', NULL, 1793523784000000);
insert into reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) values ('01a19659-1d28-7000-b3e7-a2e1f248c252', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'mail', 'fc8b43a7828554f2234430142a65249a5348ba80fddbc5f4fcc376b2a4462aaa', 'olga@example.com', '', 'sealed1:HKHqHAQ6/mD0zmgVTBCPyz4xglcDR+i17tgUvAWetknWstfgjKmRM1/WDtQ', '512db9341bddaed58a15c9a2300ccc9be2bb4566e1f5e7e21f59baebf234ea75', 1793523786000000);
insert into push_keys (tenant_id, secret, made_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'sealed1:HKHqWxgpt8ve++fMJxzK3lvrrM3u5gMFwyYVIi/hnKigVbbH/viIW8DFTnALE8f7YfZu', 1793523787000000);
insert into setup_parts (id, tenant_id, part, given, secret, enabled, set_by, revision, updated_at) values ('01a19659-9640-7000-b9b8-e603f5b484c1', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'discord', '{"application":"12"}', 'sealed1:HKHqeTGL9HxPVK9uvlJx5iiLuYfsX28TJvEPywo1v7TGz+2FPNk/fSSHxYDvtCgIR6L5O8OSj5tFcUL5hVE', 1, '01a19656-8130-7000-8861-aac04906dddf', 1, 1793523815000000);
insert into assistant_conversation_filings (tenant_id, person_id, conversation_id, folder, archived_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-61a8-7000-96ce-33d712a64f0f', 'Spring', 1793523788000000);
insert into deferrals (tenant_id, person_id, kind, ref, version, until_at, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'plan', '01a19656-f278-7000-868b-fc4e6393e764', 1, 4949197200000000, 1793523644000000);
insert into passkeys (id, tenant_id, person_id, credential_id, credential, name, created_at, used_at) values ('01a19659-2cc8-7000-86be-54013c943a53', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'a key''s name', '{"counter":1}', 'my phone', 1793523790000000, NULL);
insert into handings (id, tenant_id, person_id, to_id, kind, ref, version, until_at, handed_at, ended_at) values ('01a19659-57c0-7000-b418-3d928f9344f9', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-db08-7000-87fb-572b495f10f3', 'plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 4949197200000000, 1793523799000000, NULL);
insert into openid_logins (id, tenant_id, person_id, issuer, subject, account, founded, created_at, used_at, ended_at) values ('01a19659-3880-7000-8950-ce124d9f19f7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'https://login.example', 'olga-1', 'olga@example.com', 0, 1793523791000000, NULL, NULL);
insert into openid_begun (tenant_id, hash, body, expires_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '8023306e404705bfb848f3948a137fe229da041b4c0565ee98f060f66118c015', '{"nonce":"n"}', 1793524093000000);
insert into tickets_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.000');
insert into tickets_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.000');
insert into background_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.000');
insert into background_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.000');
insert into workspace_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.000');
insert into workspace_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.000');

CREATE INDEX persons_tenant on persons (tenant_id, created_at);

CREATE INDEX assistant_conversations_ready on assistant_conversations (tenant_id, ready_at) where ready_at is not null;

CREATE INDEX assistant_conversations_lease on assistant_conversations (lease_until) where lease_until is not null;

CREATE INDEX assistant_conversations_newest on assistant_conversations (tenant_id, id);

CREATE INDEX places_conversation on places (conversation_id);

CREATE INDEX places_ready on places (tenant_id, ready_at) where ready_at is not null;

CREATE INDEX places_lease on places (lease_until) where lease_until is not null;

CREATE INDEX mail_conversation on mail (conversation_id, id);

CREATE INDEX mail_message on mail (message_id);

CREATE UNIQUE INDEX assistant_messages_seq on assistant_messages (conversation_id, seq);

CREATE UNIQUE INDEX assistant_messages_key on assistant_messages (conversation_id, key);

CREATE INDEX assistant_messages_slot on assistant_messages (conversation_id, slot) where slot <> '';

CREATE INDEX assistant_messages_external on assistant_messages (conversation_id, external_id) where external_id is not null;

CREATE INDEX clarifications_conversation on clarifications (conversation_id) where status = 'open';

CREATE INDEX agent_plans_conversation on agent_plans (conversation_id) where status in ('gathering', 'choosing', 'proposed');

CREATE INDEX assistant_runs_conversation on assistant_runs (conversation_id, created_at);

CREATE INDEX assistant_tasks_run on assistant_tasks (run_id);

CREATE INDEX assistant_tasks_ready on assistant_tasks (tenant_id, ready_at) where ready_at is not null;

CREATE INDEX assistant_tasks_lease on assistant_tasks (lease_until) where lease_until is not null;

CREATE INDEX pending_actions_tenant on pending_actions (tenant_id) where status = 'pending';

CREATE INDEX pending_actions_conversation on pending_actions (conversation_id) where status = 'pending';

CREATE INDEX pending_actions_run on pending_actions (run_id);

CREATE INDEX tool_calls_run on tool_calls (run_id);

CREATE INDEX model_calls_run on model_calls (run_id) where run_id is not null;

CREATE INDEX timers_due on timers (due_at);

CREATE UNIQUE INDEX assistant_agent_definitions_global on assistant_agent_definitions (agent_id) where tenant_id is null;

CREATE UNIQUE INDEX assistant_agent_definitions_own on assistant_agent_definitions (tenant_id, agent_id) where tenant_id is not null;

CREATE INDEX assistant_runs_ongoing on assistant_runs (tenant_id, id) where status in ('planning', 'running');

CREATE INDEX slack_installs_team on slack_installs (team_id) where revoked_at is null;

CREATE INDEX persons_merged on persons (merged_into) where merged_into is not null;

CREATE INDEX identities_person on identities (person_id);

CREATE INDEX link_codes_person on link_codes (person_id);

CREATE INDEX link_tries_person on link_tries (person_id, at);

CREATE INDEX sessions_person on sessions (person_id);

CREATE INDEX files_room on files (tenant_id, id, size);

CREATE INDEX delivery_failures_tenant on delivery_failures (tenant_id, id);

CREATE INDEX connections_tenant on connections (tenant_id, project_id);

CREATE INDEX background_tasks_owner on background_tasks (tenant_id, owner_id);

CREATE INDEX background_runs_message on background_runs (message_id) where message_id is not null;

CREATE INDEX background_runs_tenant on background_runs (tenant_id, started_at);

CREATE INDEX agent_plans_unasked on agent_plans (unasked) where unasked is not null;

CREATE INDEX assistant_conversations_pinned on assistant_conversations (tenant_id, pinned_at) where pinned_at is not null;

CREATE INDEX assistant_runs_failed on assistant_runs (tenant_id, updated_at) where status = 'failed';

CREATE INDEX approval_yeses_tenant on approval_yeses (tenant_id);

CREATE INDEX hooks_tenant on hooks (tenant_id);

CREATE INDEX hook_bursts_waiting on hook_bursts (hook_id) where fired_at is null;

CREATE INDEX hook_events_hook on hook_events (hook_id, received_at);

CREATE INDEX hook_events_burst on hook_events (burst_id) where burst_id is not null;

CREATE INDEX agent_chat_sessions_cause on agent_chat_sessions (cause_id) where cause_id is not null;

CREATE INDEX invitations_used on invitations (used_by) where used_by is not null;

CREATE INDEX assistant_messages_person on assistant_messages (conversation_id, person_id) where person_id is not null;

CREATE INDEX model_calls_lately on model_calls (tenant_id, created_at);

CREATE INDEX recordings_of_turn on recordings (tenant_id, cause_id) where cause_id is not null;

CREATE INDEX recordings_of_task on recordings (tenant_id, task_id) where task_id is not null;

CREATE INDEX recordings_old on recordings (created_at);

CREATE INDEX delegations_tenant on delegations (tenant_id) where ended_at is null;

CREATE INDEX hooks_watching on hooks (tenant_id, surface, space, happening) where happening <> '';

CREATE INDEX places_shown_with on places (shown_with) where shown_with is not null;

CREATE INDEX notices_person on notices (tenant_id, person_id, created_at);

CREATE INDEX standing_yeses_tenant on standing_yeses (tenant_id, tool) where ended_at is null;

CREATE INDEX standing_yeses_background on standing_yeses (background_id) where background_id is not null;

CREATE INDEX standing_uses_task on standing_uses (task_id);

CREATE INDEX reserves_tenant on reserves (tenant_id, day);

CREATE INDEX assistant_conversation_members_person on assistant_conversation_members (person_id, conversation_id);

CREATE INDEX reaches_person on reaches (tenant_id, person_id);

CREATE INDEX assistant_conversation_filings_folder on assistant_conversation_filings (person_id, folder, conversation_id) where folder <> '';

CREATE INDEX assistant_conversation_filings_archive on assistant_conversation_filings (person_id, conversation_id) where archived_at is not null;

CREATE INDEX passkeys_person on passkeys (tenant_id, person_id);

CREATE INDEX handings_of on handings (tenant_id, ref);

CREATE INDEX handings_living on handings (tenant_id, until_at) where ended_at is null;

CREATE INDEX openid_logins_person on openid_logins (tenant_id, person_id);

CREATE INDEX agent_plans_tenant on agent_plans (tenant_id) where status = 'proposed';

CREATE INDEX clarifications_tenant on clarifications (tenant_id) where status = 'open';

CREATE INDEX assistant_runs_newest on assistant_runs (tenant_id, id);

CREATE INDEX agent_chat_sessions_parent on agent_chat_sessions (parent_id) where parent_id is not null;

CREATE UNIQUE INDEX agent_executions_session on agent_executions (session_id);

CREATE INDEX tickets_of_project on tickets (tenant_id, project_id);

CREATE INDEX workspace_team_members_member on workspace_team_members (tenant_id, member_id);

CREATE INDEX workspace_projects_updated on workspace_projects (tenant_id, updated_at desc);

CREATE INDEX workspace_projects_owner on workspace_projects (tenant_id, owner_id);

CREATE INDEX workspace_projects_parent on workspace_projects (parent_id) where parent_id is not null;

CREATE INDEX workspace_project_members_member on workspace_project_members (tenant_id, member_id);

CREATE INDEX workspace_tasks_project on workspace_tasks (project_id, status);

CREATE INDEX workspace_tasks_due on workspace_tasks (tenant_id, due_date) where status <> 'done' and due_date <> '';

CREATE INDEX workspace_tasks_updated on workspace_tasks (tenant_id, status, updated_at);

CREATE INDEX workspace_assignees_member on workspace_assignees (tenant_id, member_id);

CREATE INDEX workspace_labels_label on workspace_labels (tenant_id, label);

CREATE INDEX workspace_blockers_project on workspace_blockers (project_id, status);

CREATE INDEX workspace_blockers_task on workspace_blockers (task_id) where task_id is not null;

CREATE INDEX workspace_documents_project on workspace_documents (project_id, updated_at desc);

CREATE INDEX workspace_links_task on workspace_links (task_id);

CREATE INDEX workspace_comments_task on workspace_comments (task_id, created_at) where task_id is not null;

CREATE INDEX workspace_comments_document on workspace_comments (document_id, created_at) where document_id is not null;

CREATE INDEX workspace_events_at on workspace_events (tenant_id, created_at desc);

CREATE INDEX workspace_events_project on workspace_events (project_id, created_at desc);

CREATE INDEX workspace_events_actor on workspace_events (tenant_id, actor_id, created_at desc);
