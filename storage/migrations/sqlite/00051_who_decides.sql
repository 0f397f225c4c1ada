-- +goose Up

-- Who decides on actions, where a tenant has said so: of a tool in a project, of a tool, of a project ('' is all of them).
create table approval_policies (
  tenant_id text not null references tenants,
  project   text not null default '',
  tool      text not null default '',
  rule      text not null,
  set_by    text references persons,
  set_at    integer not null,
  primary key (tenant_id, project, tool)
);

-- Who has said yes to an action, and by what right; each counts once.
alter table pending_actions add column needed integer not null default 1;
create table approval_yeses (
  tenant_id   text not null,
  approval_id text not null references pending_actions,
  person_id   text not null references persons,
  capacity    text not null default '{}',
  said_at     integer not null,
  primary key (approval_id, person_id)
);
create index approval_yeses_tenant on approval_yeses (tenant_id);

-- "Always": a named person has approved every use of a tool in a project, so often and until then.
create table standing_yeses (
  id          text primary key,
  tenant_id   text not null references tenants,
  approval_id text not null references pending_actions,
  person_id   text not null references persons,
  project     text not null default '',
  tool        text not null,
  most        integer not null,
  used        integer not null default 0,
  until_at    integer not null,
  capacity    text not null default '{}',
  created_at  integer not null,
  ended_at    integer,
  ended_by    text
);
create index standing_yeses_tenant on standing_yeses (tenant_id, tool) where ended_at is null;

-- What was done by one of them.
create table standing_uses (
  tenant_id   text not null,
  standing_id text not null references standing_yeses,
  task_id     text not null references assistant_tasks,
  hash        text not null,
  used_at     integer not null,
  primary key (standing_id, task_id, hash)
);
create index standing_uses_task on standing_uses (task_id);
