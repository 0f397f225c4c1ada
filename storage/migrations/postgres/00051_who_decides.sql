-- +goose Up

-- Who decides on actions, where a tenant has said so: of a tool in a project, of a tool, of a project ('' is all of them).
create table approval_policies (
  tenant_id uuid not null references tenants,
  project   text not null default '',
  tool      text not null default '',
  rule      text not null,
  set_by    uuid references persons,
  set_at    timestamptz not null,
  primary key (tenant_id, project, tool)
);

-- Who has said yes to an action, and by what right; each counts once.
alter table pending_actions add column needed integer not null default 1;
create table approval_yeses (
  tenant_id   uuid not null,
  approval_id uuid not null references pending_actions,
  person_id   uuid not null references persons,
  capacity    text not null default '{}',
  said_at     timestamptz not null,
  primary key (approval_id, person_id)
);
create index approval_yeses_tenant on approval_yeses (tenant_id);

-- "Always": a named person has approved every use of a tool in a project, so often and until then.
create table standing_yeses (
  id          uuid primary key,
  tenant_id   uuid not null references tenants,
  approval_id uuid not null references pending_actions,
  person_id   uuid not null references persons,
  project     text not null default '',
  tool        text not null,
  most        bigint not null,
  used        bigint not null default 0,
  until_at    timestamptz not null,
  capacity    text not null default '{}',
  created_at  timestamptz not null,
  ended_at    timestamptz,
  ended_by    uuid
);
create index standing_yeses_tenant on standing_yeses (tenant_id, tool) where ended_at is null;

-- What was done by one of them.
create table standing_uses (
  tenant_id   uuid not null,
  standing_id uuid not null references standing_yeses,
  task_id     uuid not null references assistant_tasks,
  hash        text not null,
  used_at     timestamptz not null,
  primary key (standing_id, task_id, hash)
);
create index standing_uses_task on standing_uses (task_id);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['approval_policies', 'approval_yeses', 'standing_yeses', 'standing_uses'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
