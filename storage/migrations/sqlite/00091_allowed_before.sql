-- +goose Up

-- A standing yes may be given before there is anything to approve: somebody lets a background task do something without asking. Its
-- target is then as they call it, '' for whatever the tool changes, and no approval made it. SQLite makes a column nullable by
-- making its table anew, and what refers to it.
create table uses_before as select * from standing_uses;
create table yeses_before as select * from standing_yeses;
drop table standing_uses;
drop table standing_yeses;
create table standing_yeses (
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
);
insert into standing_yeses (id, tenant_id, approval_id, person_id, project, tool, most, used, until_at, capacity, created_at, ended_at, ended_by, background_id, target, words)
  select id, tenant_id, approval_id, person_id, project, tool, most, used, until_at, capacity, created_at, ended_at, ended_by, background_id, target, words from yeses_before;
create index standing_yeses_tenant on standing_yeses (tenant_id, tool) where ended_at is null;
create index standing_yeses_background on standing_yeses (background_id) where background_id is not null;
create table standing_uses (
  tenant_id   text not null,
  standing_id text not null references standing_yeses,
  task_id     text not null references assistant_tasks,
  hash        text not null,
  used_at     integer not null,
  primary key (standing_id, task_id, hash)
);
insert into standing_uses (tenant_id, standing_id, task_id, hash, used_at) select tenant_id, standing_id, task_id, hash, used_at from uses_before;
create index standing_uses_task on standing_uses (task_id);
drop table uses_before;
drop table yeses_before;
