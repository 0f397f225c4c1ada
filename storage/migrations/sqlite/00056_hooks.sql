-- +goose Up

-- How what happens outside starts a background task: whoever knows its token tells of an event. Of tokens a hash is kept.
create table hooks (
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
);
create index hooks_tenant on hooks (tenant_id);

-- Events that are told together, once their window is over.
create table hook_bursts (
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
create index hook_bursts_waiting on hook_bursts (hook_id) where fired_at is null;

-- What a hook was told of, and what became of it.
create table hook_events (
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
create index hook_events_hook on hook_events (hook_id, received_at);
create index hook_events_burst on hook_events (burst_id) where burst_id is not null;
