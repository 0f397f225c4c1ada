-- +goose Up

-- Teams within the organisation, which is the tenant.
create table workspace_teams (
  id          text primary key,
  tenant_id   text not null,
  key         text not null,
  name        text not null,
  description text not null,
  created_at  integer not null,
  unique (tenant_id, key)
);

create table workspace_team_members (
  tenant_id text not null,
  team_id   text not null references workspace_teams,
  member_id text not null,
  primary key (team_id, member_id)
);

-- Projects. Words are what a search looks through, in lower case.
create table workspace_projects (
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

-- Who takes part in a project beside its owner, and sees it whatever its scope is.
create table workspace_project_members (
  tenant_id  text not null,
  project_id text not null,
  member_id  text not null,
  primary key (project_id, member_id)
);

-- Tasks. Days are texts, YYYY-MM-DD, since they have no time zone.
create table workspace_tasks (
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

create table workspace_assignees (
  tenant_id  text not null,
  project_id text not null references workspace_projects,
  task_id    text not null references workspace_tasks,
  member_id  text not null,
  primary key (task_id, member_id)
);

create table workspace_labels (
  tenant_id  text not null,
  project_id text not null references workspace_projects,
  task_id    text not null references workspace_tasks,
  label      text not null,
  primary key (task_id, label)
);

-- What keeps a project, or one of its tasks, from going on.
create table workspace_blockers (
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

-- Documents, in Markdown.
create table workspace_documents (
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

-- What a document is to a task. The project is the document's.
create table workspace_links (
  tenant_id   text not null,
  project_id  text not null references workspace_projects,
  document_id text not null references workspace_documents,
  task_id     text not null references workspace_tasks,
  link_type   text not null,
  primary key (document_id, task_id)
);

create table workspace_comments (
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

-- The feed of what was done. It only grows, and outlives what it tells of.
create table workspace_events (
  id          text primary key,
  tenant_id   text not null,
  project_id  text not null,
  actor_id    text not null,
  key         text not null,
  entity_type text not null,
  entity_id   text not null,
  action      text not null,
  title       text not null,
  changes     text not null,
  created_at  integer not null
);

create index workspace_team_members_member on workspace_team_members (tenant_id, member_id);
create index workspace_projects_updated on workspace_projects (tenant_id, updated_at desc);
create index workspace_projects_owner on workspace_projects (tenant_id, owner_id);
create index workspace_projects_parent on workspace_projects (parent_id) where parent_id is not null;
create index workspace_project_members_member on workspace_project_members (tenant_id, member_id);
create index workspace_tasks_project on workspace_tasks (project_id, status);
create index workspace_tasks_due on workspace_tasks (tenant_id, due_date) where status <> 'done' and due_date <> '';
create index workspace_tasks_updated on workspace_tasks (tenant_id, status, updated_at);
create index workspace_assignees_member on workspace_assignees (tenant_id, member_id);
create index workspace_labels_label on workspace_labels (tenant_id, label);
create index workspace_blockers_project on workspace_blockers (project_id, status);
create index workspace_blockers_task on workspace_blockers (task_id) where task_id is not null;
create index workspace_documents_project on workspace_documents (project_id, updated_at desc);
create index workspace_links_task on workspace_links (task_id);
create index workspace_comments_task on workspace_comments (task_id, created_at) where task_id is not null;
create index workspace_comments_document on workspace_comments (document_id, created_at) where document_id is not null;
create index workspace_events_at on workspace_events (tenant_id, created_at desc);
create index workspace_events_project on workspace_events (project_id, created_at desc);
create index workspace_events_key on workspace_events (tenant_id, key) where key <> '';
create index workspace_events_actor on workspace_events (tenant_id, actor_id, created_at desc);

-- +goose StatementBegin
create trigger workspace_events_update before update on workspace_events begin
  select raise(abort, 'the feed only grows');
end;
-- +goose StatementEnd

-- +goose StatementBegin
create trigger workspace_events_delete before delete on workspace_events begin
  select raise(abort, 'the feed only grows');
end;
-- +goose StatementEnd
