-- +goose Up

-- How what happens outside starts a background task: whoever knows its token tells of an event. Of tokens a hash is kept.
create table hooks (
  id          uuid primary key,
  tenant_id   uuid not null references tenants,
  task_id     uuid not null unique references background_tasks,
  token_hash  text unique,
  token_at    timestamptz,
  old_hash    text unique, -- the token before, which is good for some time still
  old_until   timestamptz,
  scheme      text not null,
  secret      text not null default '',
  filter      text not null default '',
  grouping    text not null default '',
  until       text not null default '',
  window_us   bigint not null,
  per_minute  bigint not null,
  revision    bigint not null default 1,
  echoes      bigint not null default 0, -- starts in a row that told the task its own words
  updated_at  timestamptz not null,
  -- Which key sealed it, as of slack_installs: '' for what is kept as it is, null where there is none.
  sealed_by   text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) stored
);
create index hooks_tenant on hooks (tenant_id);

-- Events that are told together, once their window is over.
create table hook_bursts (
  id         uuid primary key,
  tenant_id  uuid not null,
  hook_id    uuid not null references hooks,
  name       text not null, -- what they have in common, and their window
  grouping   text not null default '',
  count      bigint not null default 1,
  last       boolean not null default false,
  fired_at   timestamptz,
  message_id uuid,
  created_at timestamptz not null,
  unique (hook_id, name)
);
create index hook_bursts_waiting on hook_bursts (hook_id) where fired_at is null;

-- What a hook was told of, and what became of it.
create table hook_events (
  id          uuid primary key,
  tenant_id   uuid not null,
  hook_id     uuid not null references hooks,
  key         text, -- of one event, however often it is told of
  kind        text not null default '',
  payload     text not null default '',
  size        bigint not null default 0,
  outcome     text not null,
  note        text not null default '',
  times       bigint not null default 1,
  burst_id    uuid references hook_bursts,
  received_at timestamptz not null,
  unique (hook_id, key)
);
create index hook_events_hook on hook_events (hook_id, received_at);
create index hook_events_burst on hook_events (burst_id) where burst_id is not null;

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['hooks', 'hook_bursts', 'hook_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd

-- The engine finds whose a token is, and which secrets another key sealed. It may not read the secrets.
create policy by_engine on hooks for select to aisteam_engine using (true);
grant select (id, tenant_id, token_hash, old_hash, old_until, sealed_by) on hooks to aisteam_engine;
