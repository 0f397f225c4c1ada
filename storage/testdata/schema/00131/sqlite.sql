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
, undone integer not null default 0, sent_back text, definition text not null default '', team text not null default '');

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
, agent_id text not null default '', project_id text, requested_by text, cause_id text, spent text not null default '{}', updated_at integer, team text not null default '');

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
);

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

insert into goose_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (3, 2, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (4, 3, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (5, 4, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (6, 5, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (7, 6, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (8, 7, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (9, 8, 1, '2026-11-01 09:00:00.000');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (10, 9, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (11, 10, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (12, 11, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (13, 12, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (14, 13, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (15, 14, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (16, 17, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (17, 18, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (18, 22, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (19, 24, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (20, 29, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (21, 33, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (22, 34, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (23, 37, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (24, 40, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (25, 43, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (26, 46, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (27, 48, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (28, 49, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (29, 51, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (30, 52, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (31, 56, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (32, 59, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (33, 60, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (34, 61, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (35, 62, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (36, 67, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (37, 73, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (38, 75, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (39, 79, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (40, 80, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (41, 87, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (42, 88, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (43, 89, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (44, 90, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (45, 91, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (46, 93, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (47, 95, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (48, 96, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (49, 97, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (50, 98, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (51, 99, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (52, 100, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (53, 101, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (54, 103, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (55, 104, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (56, 106, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (57, 107, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (58, 108, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (59, 109, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (60, 110, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (61, 111, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (62, 112, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (63, 114, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (64, 115, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (65, 118, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (66, 119, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (67, 121, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (68, 122, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (69, 123, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (70, 124, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (71, 125, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (72, 126, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (73, 127, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (74, 128, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (75, 130, 1, '2026-11-01 09:00:00.001');
insert into goose_db_version (id, version_id, is_applied, tstamp) values (76, 131, 1, '2026-11-01 09:00:00.001');
insert into sqlite_sequence (name, seq) values ('goose_db_version', 76);
insert into sqlite_sequence (name, seq) values ('tickets_db_version', 2);
insert into sqlite_sequence (name, seq) values ('background_db_version', 2);
insert into sqlite_sequence (name, seq) values ('mail', 8);
insert into sqlite_sequence (name, seq) values ('timers', 15);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'Home', 1, 1793523615000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":0,"dailyCents":500,"inputCents":0,"outputCents":0,"steering":"steer"}', '01a19656-8130-7000-8861-aac04906dddf', 1793523805000000);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-90d0-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 0, 1793523617000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":5000000,"dailyCents":0,"inputCents":0,"outputCents":0,"steering":"steer"}', NULL, NULL);
insert into tenants (tenant_id, name, tickets, created_at, settings, owner, checklist_away_at) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 0, 1793523632000000, '{"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72,"dailyTokens":5000000,"dailyCents":0,"inputCents":0,"outputCents":0,"steering":"steer"}', NULL, NULL);
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-90d0-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', 1793523617000000, '');
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', 1793523632000000, '');
insert into spaces (tenant_id, surface, space, created_at, parent) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 1793523635000000, '');
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-8130-7000-8861-aac04906dddf', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Olga', 'admin', '', 1793523615000000, NULL, '{"quietFrom":"22:00","quietTo":"07:30","where":{"results":"panel"}}', 1, '', NULL, NULL, 0, 1793523806000000);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-94b8-7000-a9be-f5488ace7209', '01a19656-90d0-7000-b008-ff2684df4101', '', 'admin', '', 1793523617000000, NULL, '', 0, '', NULL, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-cf50-7000-9353-07426d32d979', '01a19656-cb68-7000-bb1b-d424e14769c2', '', 'admin', '', 1793523632000000, NULL, '', 0, '', NULL, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-db08-7000-87fb-572b495f10f3', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Uma', 'member', 'America/Toronto', 1793523636000000, NULL, '{"language":"de","zone":"America/Toronto"}', 0, 'de', NULL, NULL, 1, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19656-e6c0-7000-ad4b-072556698525', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'dan', 'member', 'America/Toronto', 1793523639000000, NULL, '{"language":"de","zone":"America/Toronto"}', 0, 'de', NULL, NULL, 1, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19659-57c0-7000-8950-ce124d9f19f7', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Gil', 'member', '', 1793523799000000, NULL, '', 0, '', 1793523801000000, NULL, 0, NULL);
insert into persons (id, tenant_id, name, role, zone, created_at, merged_into, hearing, elsewhere, language, left_at, left_by, zone_chosen, tour_away_at) values ('01a19659-6378-7000-bc48-a7fd6ab52c3b', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Ray', 'member', '', 1793523802000000, NULL, '', 0, '', 1793523804000000, '01a19656-8130-7000-8861-aac04906dddf', 0, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-90d0-7000-b008-ff2684df4101', 'slack', 'T0PLAIN', 'U0ANNA', '01a19656-94b8-7000-a9be-f5488ace7209', '', 1793523617000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-cb68-7000-bb1b-d424e14769c2', 'slack', 'T0SEALED', 'U0ANNA', '01a19656-cf50-7000-9353-07426d32d979', '', 1793523632000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U1', '01a19656-db08-7000-87fb-572b495f10f3', 'Uma', 1793523636000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'discord', '77', '42', '01a19656-e6c0-7000-ad4b-072556698525', 'dan', 1793523639000000, NULL, NULL, NULL, NULL);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U8', '01a19659-57c0-7000-8950-ce124d9f19f7', 'Gil', 1793523799000000, NULL, 1793523801000000, 1793523801000000, 1793523801000000);
insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, linked_at, guest_at, gone_at, asked_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'U9', '01a19659-6378-7000-bc48-a7fd6ab52c3b', 'Ray', 1793523802000000, NULL, NULL, NULL, NULL);
insert into projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) values ('01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Aquaverter', 'aquaverter', 'aquaverter.ca', '', '', '[]', '', 1793523610000000, NULL);
insert into projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at, deleted_at) values ('01a19656-7578-7000-8e93-37376b0e4da8', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'Shop “Ä”', 'shop', 'shop.example', '', '', '["create_page"]', 'de', 1793523612000000, NULL);
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523646000000, NULL, 1, 'chief', '{}', 'Create a page called Services', '01a19656-6da8-7000-be54-4c14e69fa482', 6, 1793523662000000, 1793523742000000, NULL, NULL, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523668000000, NULL, 1, 'chief', '{}', 'Go on with the shop', '01a19656-6da8-7000-be54-4c14e69fa482', 7, 1793523699000000, 1793523743000000, NULL, NULL, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19657-f830-7000-811d-4cbaad5f0dd3', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523709000000, NULL, 1, 'chief', '{}', 'What waits?', NULL, 1, 1793523709000000, 1793523744000000, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-03e8-7000-98a3-fc1aa14ee99a', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523712000000, NULL, 1, 'webEngineer', '{}', '', '01a19656-6da8-7000-be54-4c14e69fa482', 0, 1793523712000000, NULL, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-4a38-7000-827e-7731b730f918', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-db08-7000-87fb-572b495f10f3', 1793523730000000, NULL, 1, 'chief', '{}', 'This channel is about it', '01a19656-6da8-7000-be54-4c14e69fa482', 4, 1793523773000000, 1793523771000000, '01a19656-98a0-7000-9a33-2688ae084a63', 1793523801000000, NULL, NULL, 'de');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19658-afc8-7000-9bda-f0f71985663d', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523756000000, NULL, 1, 'chief', '{}', '#support', '01a19656-6da8-7000-be54-4c14e69fa482', 0, 1793523756000000, NULL, NULL, NULL, NULL, NULL, '');
insert into assistant_conversations (id, tenant_id, user_id, started_at, closed_at, active_flag, current_agent, metadata, title, project_id, seq, updated_at, ready_at, token, lease_until, pinned_at, removed_at, language) values ('01a19659-4820-7000-b3e7-a2e1f248c252', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 1793523795000000, NULL, 1, 'chief', '{}', 'The prices', NULL, 1, 1793523797000000, NULL, NULL, NULL, NULL, NULL, '');
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19657-0600-7000-a206-a031a91a7198', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'slack', 'T1', 'C1', '1.0', 0, 2, 1793523646000000, 1793523708000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19657-5bf0-7000-be70-e0c4cb8a8a82', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 'slack', 'T1', 'C1', '2.0', 0, 0, 1793523668000000, 1793523681000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19658-4e20-7000-9e5c-2b188a8c9b0c', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 'slack', 'T1', 'C1', 'channel', 0, 0, 1793523730000000, 1793523745000000, NULL, NULL, 0, '', 0, NULL, 0);
insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, created_at, ready_at, token, lease_until, paced, under, gathers, shown_with, closed) values ('01a19658-b3b0-7000-82ba-6dbc03e47a84', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-afc8-7000-9bda-f0f71985663d', 'slack', 'T1', 'C1', '', 0, 0, 1793523756000000, NULL, NULL, NULL, 0, '', 0, NULL, 0);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '1.0', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19657-09e8-7000-81f2-24e800488283', 1793523646000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '2.0', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19657-5fd8-7000-b365-550cf6b9eb44', 1793523668000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'web-1', '01a19657-f830-7000-811d-4cbaad5f0dd3', '01a19657-fc18-7000-9cf9-3ab7a72b31d4', 1793523709000000);
insert into accepted (tenant_id, key, conversation_id, message_id, at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'channel', '01a19658-4a38-7000-827e-7731b730f918', '01a19658-5208-7000-a8f7-e2154574dc4a', 1793523730000000);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19657-30f8-7000-a621-4ba3c8418ea8', 2, 1793523658000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (4, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19657-a628-7000-937c-448952fc43e7', 1, 1793523688000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (5, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19657-bd98-7000-a3a1-bd8b42445e54', 1, 1793523694000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (6, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-f830-7000-811d-4cbaad5f0dd3', '01a19657-fc18-7000-9cf9-3ab7a72b31d4', 1, 1793523709000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (7, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', '01a19658-5208-7000-a8f7-e2154574dc4a', 1, 1793523730000000, 0);
insert into mail (id, tenant_id, conversation_id, message_id, attempt, at, halts) values (8, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', '01a19658-ea60-7000-b3fe-99443194f813', 0, 1793523771000000, 0);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-09e8-7000-81f2-24e800488283', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 1, '1.0', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'please create a page called Services', 1793523646000000, '{}', 'said', '{"externalId":"1.0"}', 'said:01a19657-09e8-7000-81f2-24e800488283', NULL, NULL, '1.0', 0, '{}', '01a19657-0600-7000-a206-a031a91a7198', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-1d70-7000-8a54-6c0464d7a2a9', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 2, '01a19657-1d70-7000-8a54-6c0464d7a2a9', 'system', '', NULL, 'system', '', 1793523653000000, '{}', 'asked', '{"clarification":{"id":"01a19657-15a0-7000-b381-459f6bd4b54c","stage":"project","intro":"Which site?","questions":[{"key":"project","text":"Which site?","reason":"there are two","free":true}],"expiresAt":"2126-11-01T09:00:00Z"}}', 'ask:01a19657-15a0-7000-b381-459f6bd4b54c', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-2928-7000-85b8-12346df02529', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 3, '01a19657-2928-7000-85b8-12346df02529', 'system', '', NULL, 'system', '', 1793523656000000, '{}', 'plan_proposed', '{"plan":{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h1","expiresAt":"2126-11-01T09:00:00Z"}}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-30f8-7000-a621-4ba3c8418ea8', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 4, '01a19657-30f8-7000-a621-4ba3c8418ea8', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'system', '', 1793523658000000, '{}', 'plan_decided', '{"planId":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"verdict":"changes","note":"shorter"}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/1', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-38c8-7000-a280-c3c1c6c3bfe3', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 5, '01a19657-38c8-7000-a280-c3c1c6c3bfe3', 'system', '', NULL, 'system', '', 1793523660000000, '{}', 'plan_proposed', '{"plan":{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":2,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h2","expiresAt":"2126-11-01T09:00:00Z"}}', 'plan:01a19657-2158-7000-8e5d-425a784bf3cd/2', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-4480-7000-8971-983b8ea1a3a7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 6, '01a19657-4480-7000-8971-983b8ea1a3a7', 'assistant', 'chief', NULL, 'message', 'It is **done**.', 1793523662000000, '{}', 'said', '{}', 'said:01a19657-4480-7000-8971-983b8ea1a3a7', NULL, NULL, NULL, 0, '{"why":"for the fixture"}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-5fd8-7000-b365-550cf6b9eb44', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 1, '2.0', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'go on with the shop', 1793523668000000, '{}', 'said', '{"externalId":"2.0"}', 'said:01a19657-5fd8-7000-b365-550cf6b9eb44', NULL, NULL, '2.0', 0, '{}', '01a19657-5bf0-7000-be70-e0c4cb8a8a82', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-8ad0-7000-9818-ae758b94a34e', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 2, '01a19657-8ad0-7000-9818-ae758b94a34e', 'system', '', NULL, 'system', '', 1793523681000000, '{}', 'run_started', '{"run":{"id":"01a19657-7748-7000-a052-0b4c190df500","conversationId":"01a19657-5808-7000-a600-d9093b1a01c6","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","createdByAgentId":"chief","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","approvedBy":"01a19656-8130-7000-8861-aac04906dddf","title":"Shop","status":"running","createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},"tasks":[{"id":"01a19657-7b30-7000-83f3-1371ab1db6dc","runId":"01a19657-7748-7000-a052-0b4c190df500","conversationId":"01a19657-5808-7000-a600-d9093b1a01c6","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"one","stepGroup":"A","sequenceOrder":0,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"one"},"summary":"Create one","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"one","fields":[{"name":"title","new":"one"}],"state":"state-one"},"approvedHash":"state-one","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},{"id":"01a19657-7f18-7000-a999-35f4cc67702a","runId":"01a19657-7748-7000-a052-0b4c190df500","conversationId":"01a19657-5808-7000-a600-d9093b1a01c6","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"two","stepGroup":"A","sequenceOrder":1,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"two"},"summary":"Create two","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"two","fields":[{"name":"title","new":"two"}],"state":"state-two"},"approvedHash":"state-two","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"},{"id":"01a19657-8300-7000-9445-7adf05b95cbc","runId":"01a19657-7748-7000-a052-0b4c190df500","conversationId":"01a19657-5808-7000-a600-d9093b1a01c6","projectId":"01a19656-7578-7000-8e93-37376b0e4da8","key":"three","stepGroup":"A","sequenceOrder":2,"createdByAgentId":"webEngineer","status":"open","taskType":"create_page","parameters":{"title":"three"},"summary":"Create three","isReversibleBySystem":true,"effect":"reversible","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-three"},"approvedHash":"state-three","team":"a team","attempt":0,"createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z"}]}', 'run:01a19657-7748-7000-a052-0b4c190df500', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-8eb8-7000-bdbb-87338d2003bb', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 3, '01a19657-8eb8-7000-bdbb-87338d2003bb', 'system', '', NULL, 'system', '', 1793523681000000, '{}', 'group_started', '{"runId":"01a19657-7748-7000-a052-0b4c190df500","group":"A","tasks":["01a19657-7b30-7000-83f3-1371ab1db6dc","01a19657-7f18-7000-a999-35f4cc67702a","01a19657-8300-7000-9445-7adf05b95cbc"]}', 'run:01a19657-7748-7000-a052-0b4c190df500', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-a628-7000-937c-448952fc43e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 4, '01a19657-a628-7000-937c-448952fc43e7', 'system', '', NULL, 'system', '', 1793523688000000, '{}', 'task_finished', '{"runId":"01a19657-7748-7000-a052-0b4c190df500","taskId":"01a19657-7b30-7000-83f3-1371ab1db6dc","status":"completed","result":{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true}}', 'run:01a19657-7748-7000-a052-0b4c190df500', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-bd98-7000-a3a1-bd8b42445e54', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 5, '01a19657-bd98-7000-a3a1-bd8b42445e54', 'system', '', NULL, 'system', '', 1793523694000000, '{}', 'task_finished', '{"runId":"01a19657-7748-7000-a052-0b4c190df500","taskId":"01a19657-7f18-7000-a999-35f4cc67702a","status":"failed","result":{"summary":""},"problem":{"category":"execution","message":"no answer","recovery":"","said":{"message":{"key":"no answer"}}}}', 'run:01a19657-7748-7000-a052-0b4c190df500', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-c950-7000-b20e-d3c7d066d538', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 6, '01a19657-c950-7000-b20e-d3c7d066d538', 'system', '', NULL, 'system', '', 1793523697000000, '{}', 'approval_requested', '{"approval":{"id":"01a19657-c180-7000-b9d2-15448c060e46","runId":"01a19657-7748-7000-a052-0b4c190df500","taskId":"01a19657-8300-7000-9445-7adf05b95cbc","tool":"create_page","arguments":{"title":"three"},"title":"Create three","why":"it moved","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-3","said":{"title":{"key":"three"}}},"hash":"card","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","expiresAt":"2126-11-01T09:00:00Z","said":{"title":{"key":"Create three"},"why":{"key":"it moved"}}}}', 'approval:01a19657-c180-7000-b9d2-15448c060e46', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-d508-7000-8529-b9fb1a1c8746', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 7, '01a19657-d508-7000-8529-b9fb1a1c8746', 'assistant', 'chief', NULL, 'message', 'It is **done**.', 1793523699000000, '{}', 'said', '{}', 'said:01a19657-d508-7000-8529-b9fb1a1c8746', NULL, NULL, NULL, 0, '{"why":"for the fixture"}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19657-fc18-7000-9cf9-3ab7a72b31d4', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-f830-7000-811d-4cbaad5f0dd3', 1, 'web-1', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'message', 'what waits?', 1793523709000000, '{}', 'said', '{}', 'said:01a19657-fc18-7000-9cf9-3ab7a72b31d4', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-5208-7000-a8f7-e2154574dc4a', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 1, 'channel', 'user', '', '01a19656-db08-7000-87fb-572b495f10f3', 'message', 'this channel is about it', 1793523730000000, '{}', 'said', '{"externalId":"channel"}', 'said:01a19658-5208-7000-a8f7-e2154574dc4a', NULL, NULL, 'channel', 0, '{}', '01a19658-4e20-7000-9e5c-2b188a8c9b0c', NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-84d0-7000-ad9a-6846abf8edb6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 2, '01a19658-84d0-7000-ad9a-6846abf8edb6', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'status', '', 1793523745000000, '{}', 'channel_bound', '{"projectId":"01a19656-6da8-7000-be54-4c14e69fa482"}', '', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-ea60-7000-b3fe-99443194f813', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 3, 'background/01a19658-dea8-7000-9cde-e0922661a2a8/1000000000000000', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'message', 'look at prices', 1793523771000000, '{}', 'said', '{"backgroundTask":"01a19658-dea8-7000-9cde-e0922661a2a8"}', 'said:01a19658-ea60-7000-b3fe-99443194f813', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19658-f230-7000-9e30-da59a59f3d21', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 4, '01a19658-f230-7000-9e30-da59a59f3d21', 'assistant', '', NULL, 'message', 'they are as they were', 1793523773000000, '{}', 'said', '{"topic":"results"}', 'said:01a19658-f230-7000-9e30-da59a59f3d21', '01a19658-ea60-7000-b3fe-99443194f813', NULL, NULL, 0, '{}', NULL, NULL);
insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind, content, created_at, metadata, body_type, body, slot, cause, run_id, external_id, revised, private, place_id, seen) values ('01a19659-4ff0-7000-86be-54013c943a53', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-4820-7000-b3e7-a2e1f248c252', 1, '01a19659-4ff0-7000-86be-54013c943a53', 'user', '', '01a19656-8130-7000-8861-aac04906dddf', 'status', 'Olga invited Uma.', 1793523797000000, '{}', 'member_added', '{"personId":"01a19656-db08-7000-87fb-572b495f10f3","title":"The prices"}', 'member:01a19659-4ff0-7000-86be-54013c943a53', NULL, NULL, NULL, 0, '{}', NULL, NULL);
insert into clarifications (id, tenant_id, conversation_id, plan_id, asked_of, stage, body, status, answered_by, expires_at, created_at, updated_at, seq) values ('01a19657-15a0-7000-b381-459f6bd4b54c', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, '01a19656-db08-7000-87fb-572b495f10f3', 'project', '{"id":"01a19657-15a0-7000-b381-459f6bd4b54c","stage":"project","intro":"Which site?","questions":[{"key":"project","text":"Which site?","reason":"there are two","free":true}],"expiresAt":"2126-11-01T09:00:00Z"}', 'open', NULL, 4949197200000000, 1793523653000000, 1793523653000000, 2);
insert into agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) values ('01a19657-2158-7000-8e5d-425a784bf3cd', 1, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 'Services', 'a page', 'superseded', '{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":1,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h1","expiresAt":"2126-11-01T09:00:00Z"}', 'h1', 'shorter', '01a19656-8130-7000-8861-aac04906dddf', 1793523658000000, 4949197200000000, '{}', 1793523656000000, 1793523658000000, 3, NULL);
insert into agent_plans (id, version, tenant_id, conversation_id, project_id, requested_by, title, goal, status, body, hash, note, decided_by, decided_at, expires_at, metadata, created_at, updated_at, seq, unasked) values ('01a19657-2158-7000-8e5d-425a784bf3cd', 2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 'Services', 'a page', 'proposed', '{"id":"01a19657-2158-7000-8e5d-425a784bf3cd","version":2,"projectId":"01a19656-6da8-7000-be54-4c14e69fa482","title":"Services","goal":"a page","steps":[{"key":"page","group":"A","owner":"webEngineer","type":"create_page","summary":"Create it","parameters":{"title":"Services"},"effect":"reversible"}],"requestedBy":"01a19656-8130-7000-8861-aac04906dddf","hash":"h2","expiresAt":"2126-11-01T09:00:00Z"}', 'h2', '', NULL, NULL, 4949197200000000, '{}', 1793523660000000, 1793523660000000, 5, NULL);
insert into assistant_runs (id, tenant_id, conversation_id, project_id, plan_id, plan_version, created_by, requested_by, approved_by, title, status, created_at, updated_at, metadata, unseen, seq, session_id, noticed_at) values ('01a19657-7748-7000-a052-0b4c190df500', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 0, 'chief', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-8130-7000-8861-aac04906dddf', 'Shop', 'running', 1793523681000000, 1793523681000000, '{}', 0, 2, NULL, NULL);
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team) values ('01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'one', 'A', 0, 'webEngineer', 'completed', 'create_page', '{"title":"one"}', 'Create one', 'reversible', '{"title":"one","fields":[{"name":"title","new":"one"}],"state":"state-one"}', 1, NULL, NULL, 'state-one', 0, 1793523681000000, 1793523688000000, '{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true}', NULL, '{}', NULL, NULL, NULL, 0, NULL, '', 'a team');
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team) values ('01a19657-7f18-7000-a999-35f4cc67702a', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'two', 'A', 1, 'webEngineer', 'failed', 'create_page', '{"title":"two"}', 'Create two', 'reversible', '{"title":"two","fields":[{"name":"title","new":"two"}],"state":"state-two"}', 1, NULL, NULL, 'state-two', 0, 1793523681000000, 1793523694000000, '{"summary":""}', '{"category":"execution","message":"no answer","recovery":"","said":{"message":{"key":"no answer"}}}', '{}', NULL, NULL, NULL, 0, NULL, '', 'a team');
insert into assistant_tasks (id, tenant_id, run_id, conversation_id, project_id, parent_task_id, step_key, step_group, sequence_order, created_by, status, task_type, parameters, summary, effect, preview, is_reversible_by_system, irreversible_confirmed_at, approval_id, approved_hash, attempt, created_at, updated_at, result, problem, metadata, ready_at, token, lease_until, undone, sent_back, definition, team) values ('01a19657-8300-7000-9445-7adf05b95cbc', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-7578-7000-8e93-37376b0e4da8', NULL, 'three', 'A', 2, 'webEngineer', 'open', 'create_page', '{"title":"three"}', 'Create three', 'reversible', '{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-three"}', 1, NULL, NULL, 'state-three', 0, 1793523681000000, 1793523681000000, NULL, NULL, '{}', 1793523681000000, NULL, NULL, 0, NULL, '', 'a team');
insert into pending_actions (id, tenant_id, conversation_id, run_id, task_id, tool_name, tool_input, entity_type, entity_id, old_state, new_state, shown, irreversible, status, expires_at, user_id, body, decided_by, decided_at, note, created_at, hash, seq, needed) values ('01a19657-c180-7000-b9d2-15448c060e46', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-8300-7000-9445-7adf05b95cbc', 'create_page', '{"title":"three"}', 'task', '01a19657-8300-7000-9445-7adf05b95cbc', '{"title":""}', '{"title":"three"}', 'state-3', 0, 'pending', 4949197200000000, '01a19656-8130-7000-8861-aac04906dddf', '{"id":"01a19657-c180-7000-b9d2-15448c060e46","runId":"01a19657-7748-7000-a052-0b4c190df500","taskId":"01a19657-8300-7000-9445-7adf05b95cbc","tool":"create_page","arguments":{"title":"three"},"title":"Create three","why":"it moved","preview":{"title":"three","fields":[{"name":"title","new":"three"}],"state":"state-3","said":{"title":{"key":"three"}}},"hash":"card","requestedBy":"01a19656-8130-7000-8861-aac04906dddf","expiresAt":"2126-11-01T09:00:00Z","said":{"title":{"key":"Create three"},"why":{"key":"it moved"}}}', NULL, NULL, '', 1793523697000000, 'card', 6, 1);
insert into tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) values ('01a19657-9a70-7000-bcdd-c99d735ccc7d', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'one', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-7b30-7000-83f3-1371ab1db6dc', '01a19656-7578-7000-8e93-37376b0e4da8', 'create_page', '{"title":"one"}', 'reversible', 'settled', '{"result":{"summary":"Created it","fields":{"url":"https://shop.example/one"},"undo":true},"undo":{"page":7}}', 1793523687000000, 1793523688000000, '');
insert into tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, receipt, started_at, settled_at, definition) values ('01a19657-b1e0-7000-9635-589f0a57f31f', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'two', '01a19657-7748-7000-a052-0b4c190df500', '01a19657-7f18-7000-a999-35f4cc67702a', '01a19656-7578-7000-8e93-37376b0e4da8', 'create_page', '{"title":"two"}', 'reversible', 'settled', NULL, 1793523693000000, 1793523694000000, '');
insert into model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'turn-1/1', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, 'plan', 'openai', 'gpt-5-mini', 'r1', X'7365616C6564313A484B4871496473797275765669375563723131564C41797A67324548686E7334712B61566B68304174744E64634D6C554B4C76744E434C6848705268', 10, 2, 5, 1, 1500000, 1793523662000000, 0, 0, 0);
insert into model_calls (tenant_id, key, conversation_id, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, output_tokens, thought_tokens, took_us, created_at, micros, cache_written_tokens, unpriced) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'beside/1', '01a19658-4a38-7000-827e-7731b730f918', NULL, 'draft', 'openai', 'unheard-of-1', '', X'7365616C6564313A484B48716664304865734444527848496B56796D444A71785A586437483334773643795655466D49', 900, 300, 40, 0, 0, 1793523765000000, 0, 200, 1);
insert into deliveries (place_id, slot, tenant_id, ref, hash, nonce, updated_at, begun, posted_at, withheld) values ('01a19657-0600-7000-a206-a031a91a7198', 'said:1', '01a19656-7d48-7000-8f8f-789f44ebb18e', '171.1', 'h', 'n1', 1793523708000000, 0, NULL, 0);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (1, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'clarification', '01a19657-15a0-7000-b381-459f6bd4b54c', 0, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (2, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'remind_clarification', '01a19657-15a0-7000-b381-459f6bd4b54c', 0, 1793527253000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (5, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (6, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'remind_plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 1793527260000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (7, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 'approval', '01a19657-c180-7000-b9d2-15448c060e46', 0, 4949197200000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (8, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 'remind_approval', '01a19657-c180-7000-b9d2-15448c060e46', 0, 1793527297000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (9, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', 'background', '01a19658-2af8-7000-b151-8ba77b1b69b1', 0, 1793610121000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (10, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 'hook', '01a19658-a410-7000-93c4-8ba8dee31645', 0, 1793523760000000, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (11, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-afc8-7000-9bda-f0f71985663d', 'background', '01a19658-b798-7000-8bf9-8d5a9c257ba2', 0, 1795848000257960, 0, NULL, NULL);
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (13, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', 'told', '01a19658-f230-7000-9e30-da59a59f3d21', 0, 4949197200000000, 0, NULL, '01a19656-8130-7000-8861-aac04906dddf');
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (14, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', 'told', '01a19657-38c8-7000-a280-c3c1c6c3bfe3', 100, 1793523793000000, 0, NULL, '01a19656-db08-7000-87fb-572b495f10f3');
insert into timers (id, tenant_id, conversation_id, kind, ref, version, due_at, fails, again_at, person_id) values (15, '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-4820-7000-b3e7-a2e1f248c252', 'told', '01a19659-4ff0-7000-86be-54013c943a53', 0, 1793523797000000, 0, NULL, '01a19656-db08-7000-87fb-572b495f10f3');
insert into tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at) values ('01a19658-0bb8-7000-b48e-9e227966f0c4', '01a19656-7d48-7000-8f8f-789f44ebb18e', 1, 'ticket-1', '01a19656-6da8-7000-be54-4c14e69fa482', 'Logo', 'It’s blurred', 'high', 1793523714000000);
insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) values ('01a19658-bf68-7000-8c33-8978c6bbb9c1', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'florist', 'Zelda', 'Knows flowers.', 'utility', 1, 20, X'22F09F8CB722', X'7B227469746C65223A22466C6F72697374222C226578616D706C6573223A5B22576869636820666C6F77657273206C6173743F225D2C226C656164223A2264656C69766572794C656164227D', 1793523760000000, NULL);
insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at, left_at) values ('01a19658-c738-7000-92da-d5b53b7fe52b', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'gardener', 'Gus', '', 'utility', 0, 0, X'2222', X'7B7D', 1793523764000000, 1793523764000000);
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team) values ('e05195ce-7d9d-84c6-bf56-741ca82685e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', NULL, NULL, NULL, NULL, NULL, 'done', '{}', 1793523662000000, NULL, 'deliveryLead', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19657-09e8-7000-81f2-24e800488283', '{"steps":1,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523662000000, 'a team');
insert into agent_chat_sessions (id, tenant_id, conversation_id, plan_id, run_id, task_id, planner_agent_id, executor_agent_id, status, metadata, created_at, closed_at, agent_id, project_id, requested_by, cause_id, spent, updated_at, team) values ('7efa7aed-9ab2-870c-bbbe-8b88f05691f0', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', NULL, NULL, NULL, NULL, NULL, 'done', '{}', 1793523699000000, NULL, 'deliveryLead', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19657-5fd8-7000-b365-550cf6b9eb44', '{"steps":1,"queries":0,"actions":0,"meta":0,"wrong":0}', 1793523699000000, 'a team');
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-4868-7000-90b3-dd4067aa6eee', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'e05195ce-7d9d-84c6-bf56-741ca82685e7', 0, 'frame', 'sealed1:HKHq5JbTf/ASSL8Xz4L87ZM7fO5dkxWk+hKn7MXpTe/P00GeCqSQmgCI32ILotNII75CTev/1ZMGy6bz7vKDlow', '{}', 1793523662000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-4c50-7000-bd01-0221f74bc3e7', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'e05195ce-7d9d-84c6-bf56-741ca82685e7', 1, 'assistant', 'sealed1:HKHqznDqVQHSWT5XpdytVfY5UvOZuhXK9ciqKKD1GHVXDCL57KZ6ezUDL0k6KaU/qJk/X7wnslsaloPKoMhSvCy3szLcFaJyY6UspWuXysbABRWe23/ySImUmmT7', '{}', 1793523662000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-d8f0-7000-b98f-3ab0ee5f744e', '01a19656-7d48-7000-8f8f-789f44ebb18e', '7efa7aed-9ab2-870c-bbbe-8b88f05691f0', 0, 'frame', 'sealed1:HKHqRZs2WjpK9akHXh4YrzUpzyVL8fKP6Fq/6HNi5USxrjb4Pqz6Z9NDQU6sUVbj5r9NViV0MKpu6N8xZCMKZNQ', '{}', 1793523699000000);
insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, body, created_at) values ('01a19657-dcd8-7000-8573-69796de2e19d', '01a19656-7d48-7000-8f8f-789f44ebb18e', '7efa7aed-9ab2-870c-bbbe-8b88f05691f0', 1, 'assistant', 'sealed1:HKHqKjDpxdqpL0nwxQ33P1PtjKppKUcZ3Zm8R9BFKs2f1E1fowOgeLMzYO1UklFHDivUxKYTgQDu6QPLYX6KABBd5WG6BE8XDWDL1lpXLdpGXLiZ88FEFBGfMTRs', '{}', 1793523699000000);
insert into platform_ai_settings (id, tenant_id, provider, base_url, default_model, headers, query_params, api_key, enabled, updated_at, fast_model, set_by, revision) values ('01a19659-7700-7000-b418-3d928f9344f9', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'openai', 'https://models.example/v1', 'strong', '{}', '{}', 'sealed1:HKHq5TLL539D2bOvLTr4dV2vMSENnaYSve6tSIPUKX+Ao+z/IsYoJxBW7mM5', 1, 1793523807000000, 'fast', '01a19656-8130-7000-8861-aac04906dddf', 1);
insert into slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) values ('', 'T0PLAIN', 'A0APP', '01a19656-90d0-7000-b008-ff2684df4101', 'Workspace T0PLAIN', 'U0BOT', 'B0BOT', 'sealed1:HKHqUMbQUrs5GIgNB9VXZpFFIVYrVuUTJ51UWmwYdo3E0ZcCr/0', '', NULL, 1793523617000000, 'chat:write,commands', 'U0ANNA', 0, 1793523617000000, NULL, NULL, NULL);
insert into slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token, expires_at, token_at, scopes, installed_by, is_enterprise, installed_at, revoked_at, claim, claim_until) values ('', 'T0SEALED', 'A0APP', '01a19656-cb68-7000-bb1b-d424e14769c2', 'Workspace T0SEALED', 'U0BOT', 'B0BOT', 'sealed1:HKHqFF0CQ/l4bem/RpnAtDV1lx9QZyJqhsbhF77OZpMrGV+9/vPy', 'sealed1:HKHqdQSGel8MNHnWLWLECk26Z0rAQyrD5+4x9vl9WbZT+5l1u4iC1A', 1793566832000000, 1793523632000000, 'chat:write,commands', 'U0ANNA', 0, 1793523632000000, NULL, NULL, NULL);
insert into spent_nonces (tenant_id, nonce, until) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'nonce-1', 1793527320000000);
insert into heard (tenant_id, surface, until) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 1793523600000000);
insert into link_codes (tenant_id, hash, person_id, expires_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '5495815ee4370c6202d2c58fc268050c543292001fb3094dc8d4a204b930da66', '01a19656-8130-7000-8861-aac04906dddf', 1793524245000000);
insert into role_grants (tenant_id, surface, space, group_id, role, created_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'S1', 'approver', 1793523642000000);
insert into files (id, tenant_id, conversation_id, name, type, size, sha256, bytes, created_at, person_id, deleted_at) values ('01a19658-0fa0-7000-a1f7-fd2d6de4dff1', '01a19656-7d48-7000-8f8f-789f44ebb18e', NULL, 'a.txt', 'text/plain', 7, '55dfc00c01f3ea84a2f1472b04669ad3ed588c04bad216e855f24fbe6a84822c', X'68656C6C6F00FF', 1793523717000000, NULL, NULL);
insert into turns (tenant_id, thing, free_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'sweep', 1793527319000000);
insert into sessions (id, tenant_id, hash, person_id, browser, created_at, seen_at, until, revoked_at, address) values ('01a19659-2cc8-7000-a8bd-c633c9a49598', '01a19656-7d48-7000-8f8f-789f44ebb18e', '1886da905a45086b036a08b0534c4ba407c9d3e248435d24442a9c9c92e11bd2', '01a19656-8130-7000-8861-aac04906dddf', 'Firefox', 1793523788000000, 1793523788000000, 1796115788000000, NULL, '203.0.113.7');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 2, 15, 0, '', '');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 557458674892043119, 940, 0, '', '01a19656-8130-7000-8861-aac04906dddf');
insert into spending (tenant_id, day, slot, tokens, micros, told_by, person_id) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 16, 0, 0, '', '');
insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-6da8-7000-be54-4c14e69fa482', 'folder', '["site"]', '{}', '', 1793523615000000);
insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-7578-7000-8e93-37376b0e4da8', 'wordpress', '["site","posts","media","menus","shop"]', '{"url":"https://shop.example","user":"editor"}', 'sealed1:HKHqufU/MPPuWdbQAKuer5AbdJAMbhUPcJPEmpae8RsMsn97XntI+ofyowEUX2s', 1793523616000000);
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-2af8-7000-b151-8ba77b1b69b1', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'background-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-6da8-7000-be54-4c14e69fa482', 'recurring', 'Look at the audit', 'check the audit', '0 9 * * *', 'Europe/Berlin', 'skip', 'active', '', 0, 1793523722000000, 1793523722000000, 0, NULL, 0, '');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-9088-7000-8faa-f3dcc8e08373', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'hook-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-4a38-7000-827e-7731b730f918', '01a19656-6da8-7000-be54-4c14e69fa482', 'event', 'Look at payments', 'see what failed', '', 'Europe/Berlin', 'skip', 'active', '', 0, 1793523748000000, 1793523748000000, 0, 1795848000251668, 3, '');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-b798-7000-8bf9-8d5a9c257ba2', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'told-2', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-afc8-7000-9bda-f0f71985663d', NULL, 'one_shot', 'Look at it', 'look at it', '', 'UTC', 'queue', 'active', '', 0, 1793523756000000, 1793523756000000, 0, NULL, 0, '#support');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id, kind, title, prompt, schedule, zone, overlap, status, reason, failures, created_at, updated_at, silent, ends_at, times_left, told_in) values ('01a19658-dea8-7000-9cde-e0922661a2a8', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'told-1', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-4a38-7000-827e-7731b730f918', NULL, 'one_shot', 'Look at prices', 'look at prices', '', 'Europe/Berlin', 'skip', 'done', '', 0, 1793523768000000, 1793523771000000, 0, NULL, 0, '');
insert into background_runs (tenant_id, task_id, due_at, started_at, outcome, note, message_id, tokens, micros) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-dea8-7000-9cde-e0922661a2a8', 1000000000000000, 1793523771000000, '', '', '01a19658-ea60-7000-b3fe-99443194f813', 0, 0);
insert into approval_policies (tenant_id, project, tool, rule, set_by, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-6da8-7000-be54-4c14e69fa482', '', '{"needed":2,"notRequester":true}', '01a19656-8130-7000-8861-aac04906dddf', 1793523727000000);
insert into channel_projects (tenant_id, surface, space, channel, project_id, set_by, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-6da8-7000-be54-4c14e69fa482', '01a19656-8130-7000-8861-aac04906dddf', 1793523745000000);
insert into hooks (id, tenant_id, task_id, token_hash, token_at, old_hash, old_until, scheme, secret, filter, grouping, until, window_us, per_minute, revision, echoes, updated_at, happening, surface, space, channel, channel_name, repeat_us) values ('01a19658-9470-7000-8456-a992647324ef', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-9088-7000-8faa-f3dcc8e08373', 'a1eeb9e85fdf575c3cd68f712205b9c9d9a46134f2678539a81cb1a8572dc7a6', 1793523751000000, NULL, NULL, 'stripe', 'sealed1:HKHqR31lFb2jJf5pR+IDotBXBc8BnEHWFOo0c6b9o7cas3AocqdlN3hpTt8', 'event == "charge.failed"', '', '', 10000000, 600, 2, 0, 1793523751000000, '', '', '', '', '', 0);
insert into hook_bursts (id, tenant_id, hook_id, name, grouping, count, last, fired_at, message_id, created_at) values ('01a19658-a410-7000-93c4-8ba8dee31645', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-9470-7000-8456-a992647324ef', '/1793523750000000', '', 1, 0, NULL, NULL, 1793523752000000);
insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, times, burst_id, received_at) values ('01a19658-a028-7000-9831-2e3de99d9622', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-9470-7000-8456-a992647324ef', 'e:evt_1', 'charge.failed', '{"id":"evt_1"}', 14, 'accepted', '', 1, '01a19658-a410-7000-93c4-8ba8dee31645', 1793523752000000);
insert into invitations (id, tenant_id, hash, person_id, name, role, made_by, created_at, expires_at, used_at, used_by, revoked_at) values ('01a19658-36b0-7000-b210-6f670166961f', '01a19656-7d48-7000-8f8f-789f44ebb18e', '5449232c7e49bc61b0833c00f0e56ac772e6730f1bcf284397053b18337cae9d', NULL, 'Maya', 'approver', '01a19656-8130-7000-8861-aac04906dddf', 1793523725000000, 1794128525000000, NULL, NULL, NULL);
insert into recordings (id, tenant_id, conversation_id, cause_id, task_id, attempt, part, ends, body, created_at) values ('01a19658-88b8-7000-9a46-a206fff12707', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', '01a19658-5208-7000-a8f7-e2154574dc4a', NULL, 0, 0, 1, X'7365616C6564313A484B48715150537A2F34626670364378346D6C52514A44414646572B5667326B4F7A795A62774E3031585A73476F784E', 1793523745000000);
insert into delegations (id, tenant_id, person_id, delegate_id, until_at, created_at, ended_at, ended_by) values ('00000000-0000-7000-8000-0000000000aa', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-db08-7000-87fb-572b495f10f3', 1795848000248052, 1793523729000000, NULL, NULL);
insert into channel_events (tenant_id, surface, space, channel, allowed_by, allowed_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'slack', 'T1', 'C1', '01a19656-8130-7000-8861-aac04906dddf', 1793523755000000);
insert into notices (tenant_id, person_id, message_id, conversation_id, topic, created_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-f230-7000-9e30-da59a59f3d21', '01a19658-4a38-7000-827e-7731b730f918', 'results', 1793523776000000);
insert into standing_yeses (id, tenant_id, approval_id, person_id, project, tool, most, used, until_at, capacity, created_at, ended_at, ended_by, background_id, target, words, definition) values ('15693f7e-524d-8931-b300-05ce65c8f94c', '01a19656-7d48-7000-8f8f-789f44ebb18e', NULL, '01a19656-8130-7000-8861-aac04906dddf', '01a19656-6da8-7000-be54-4c14e69fa482', 'create_page', 5, 0, 1795848000251668, '{"role":"admin"}', 1793523748000000, NULL, NULL, '01a19658-9088-7000-8faa-f3dcc8e08373', 'services', 'see what failed', 'a hash');
insert into reserves (id, tenant_id, day, micros, lease_until, person_id) values ('00000000-0000-7000-8000-0000000000bb', '01a19656-7d48-7000-8f8f-789f44ebb18e', 20758, 250000, 1793530967000000, '01a19656-8130-7000-8861-aac04906dddf');
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-0218-7000-ac3e-cb8300858c3b', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523646000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-5808-7000-a600-d9093b1a01c6', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523668000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19657-f830-7000-811d-4cbaad5f0dd3', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523709000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-03e8-7000-98a3-fc1aa14ee99a', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523712000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-4a38-7000-827e-7731b730f918', '01a19656-db08-7000-87fb-572b495f10f3', 'asked', 1793523730000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19658-afc8-7000-9bda-f0f71985663d', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523756000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-4820-7000-b3e7-a2e1f248c252', '01a19656-8130-7000-8861-aac04906dddf', 'asked', 1793523795000000, NULL);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19659-4820-7000-b3e7-a2e1f248c252', '01a19656-db08-7000-87fb-572b495f10f3', 'added', 1793523797000000, '01a19656-8130-7000-8861-aac04906dddf');
insert into reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) values ('01a19658-fde8-7000-ae67-a83fdcaa976d', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'push', '92cb44e5baae5fd413be9fb09bebcbbfed3c5c1395bdebdeab5002bd01ad39ce', 'Firefox on Android', 'de', 'sealed1:HKHqj7y9jMijK1YnCPPdX7VfdPZGsS4yTNMKqMBkcmo+BcAhcfPBd4u/mCrimyBYftcUNpCSoSS1+Yix1QzZLuuQm4TZO6vaLBqQXi8F4WN0N89CKnoG1SQ7NvaF3I3EQQA', NULL, 1793523778000000);
insert into reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at) values ('01a19659-05b8-7000-a252-21ca3f6647fe', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'mail', 'fc8b43a7828554f2234430142a65249a5348ba80fddbc5f4fcc376b2a4462aaa', 'olga@example.com', '', 'sealed1:HKHqBeFXo1fLHvar/9f1jHBUg9VmksBAajw3vY3nwsSVvLWo5/syfVaH2lw', '512db9341bddaed58a15c9a2300ccc9be2bb4566e1f5e7e21f59baebf234ea75', 1793523780000000);
insert into push_keys (tenant_id, secret, made_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', 'sealed1:HKHqRK7hxzZZ5UoRvFh5iloaRWVX84JUhqEokdEDQV/iECO963WhJtvI7JPNJojbLr15', 1793523781000000);
insert into setup_parts (id, tenant_id, part, given, secret, enabled, set_by, revision, updated_at) values ('01a19659-7ed0-7000-b416-5d44d92a4d59', '01a19656-7d48-7000-8f8f-789f44ebb18e', 'discord', '{"application":"12"}', 'sealed1:HKHqjk/yDThKbn2IsmrLoiOq22Ov/CxI33+nfGlcv66TyM2Os3UY6LQTKShCYG0kulg08aCL2XBx+VeCBqM', 1, '01a19656-8130-7000-8861-aac04906dddf', 1, 1793523809000000);
insert into assistant_conversation_filings (tenant_id, person_id, conversation_id, folder, archived_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19658-4a38-7000-827e-7731b730f918', 'Spring', 1793523782000000);
insert into deferrals (tenant_id, person_id, kind, ref, version, until_at, set_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'plan', '01a19656-f278-7000-868b-fc4e6393e764', 1, 4949197200000000, 1793523644000000);
insert into passkeys (id, tenant_id, person_id, credential_id, credential, name, created_at, used_at) values ('01a19659-1558-7000-8958-2568b7505f9e', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'a key''s name', '{"counter":1}', 'my phone', 1793523784000000, NULL);
insert into handings (id, tenant_id, person_id, to_id, kind, ref, version, until_at, handed_at, ended_at) values ('01a19659-4050-7000-902f-e7ba89a9aad6', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', '01a19656-db08-7000-87fb-572b495f10f3', 'plan', '01a19657-2158-7000-8e5d-425a784bf3cd', 2, 4949197200000000, 1793523793000000, NULL);
insert into openid_logins (id, tenant_id, person_id, issuer, subject, account, founded, created_at, used_at, ended_at) values ('01a19659-2110-7000-8725-97a55bf24ffb', '01a19656-7d48-7000-8f8f-789f44ebb18e', '01a19656-8130-7000-8861-aac04906dddf', 'https://login.example', 'olga-1', 'olga@example.com', 0, 1793523785000000, NULL, NULL);
insert into openid_begun (tenant_id, hash, body, expires_at) values ('01a19656-7d48-7000-8f8f-789f44ebb18e', '8023306e404705bfb848f3948a137fe229da041b4c0565ee98f060f66118c015', '{"nonce":"n"}', 1793524087000000);
insert into tickets_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.001');
insert into tickets_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.001');
insert into background_db_version (id, version_id, is_applied, tstamp) values (1, 0, 1, '2026-11-01 09:00:00.001');
insert into background_db_version (id, version_id, is_applied, tstamp) values (2, 1, 1, '2026-11-01 09:00:00.001');

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

CREATE INDEX tickets_of_project on tickets (tenant_id, project_id);
