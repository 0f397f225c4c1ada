-- +goose Up

grant select on workspace_db_version to aisteam_app, aisteam_engine;

-- Teams within the organisation, which is the tenant.
create table workspace_teams (
  id          uuid primary key,
  tenant_id   uuid not null,
  key         text not null,
  name        text not null,
  description text not null,
  created_at  timestamptz not null,
  unique (tenant_id, key)
);
alter table workspace_teams enable row level security, force row level security;
create policy by_tenant on workspace_teams to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_teams to aisteam_app;

create table workspace_team_members (
  tenant_id uuid not null,
  team_id   uuid not null references workspace_teams,
  member_id uuid not null,
  primary key (team_id, member_id)
);
alter table workspace_team_members enable row level security, force row level security;
create policy by_tenant on workspace_team_members to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_team_members to aisteam_app;

-- Projects. Words are what a search looks through, in lower case.
create table workspace_projects (
  id              uuid primary key,
  tenant_id       uuid not null,
  key             text not null,
  name            text not null,
  description     text not null,
  words           text not null,
  project_type    text not null,
  scope           text not null,
  team_id         uuid references workspace_teams,
  parent_id       uuid references workspace_projects,
  owner_id        uuid not null,
  status          text not null,
  start_date      text not null,
  target_end_date text not null,
  color           text not null,
  emoji           text not null,
  reason          text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  version         integer not null,
  unique (tenant_id, owner_id, key)
);
alter table workspace_projects enable row level security, force row level security;
create policy by_tenant on workspace_projects to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_projects to aisteam_app;

-- Who takes part in a project beside its owner, and sees it whatever its scope is.
create table workspace_project_members (
  tenant_id  uuid not null,
  project_id uuid not null,
  member_id  uuid not null,
  primary key (project_id, member_id)
);
alter table workspace_project_members enable row level security, force row level security;
create policy by_tenant on workspace_project_members to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_project_members to aisteam_app;

-- Tasks. Days are texts, YYYY-MM-DD, since they have no time zone.
create table workspace_tasks (
  id           uuid primary key,
  tenant_id    uuid not null,
  project_id   uuid not null references workspace_projects,
  key          text not null,
  title        text not null,
  description  text not null,
  words        text not null,
  status       text not null,
  priority     text not null,
  due_date     text not null,
  creator_id   uuid not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  completed_at timestamptz,
  version      integer not null,
  unique (project_id, key)
);
alter table workspace_tasks enable row level security, force row level security;
create policy by_tenant on workspace_tasks to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_tasks to aisteam_app;

create table workspace_assignees (
  tenant_id  uuid not null,
  project_id uuid not null references workspace_projects,
  task_id    uuid not null references workspace_tasks,
  member_id  uuid not null,
  primary key (task_id, member_id)
);
alter table workspace_assignees enable row level security, force row level security;
create policy by_tenant on workspace_assignees to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_assignees to aisteam_app;

create table workspace_labels (
  tenant_id  uuid not null,
  project_id uuid not null references workspace_projects,
  task_id    uuid not null references workspace_tasks,
  label      text not null,
  primary key (task_id, label)
);
alter table workspace_labels enable row level security, force row level security;
create policy by_tenant on workspace_labels to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_labels to aisteam_app;

-- What keeps a project, or one of its tasks, from going on.
create table workspace_blockers (
  id          uuid primary key,
  tenant_id   uuid not null,
  project_id  uuid not null references workspace_projects,
  task_id     uuid references workspace_tasks,
  key         text not null,
  title       text not null,
  description text not null,
  words       text not null,
  status      text not null,
  priority    text not null,
  resolution  text not null,
  reporter_id uuid not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  resolved_at timestamptz,
  version     integer not null,
  unique (project_id, key)
);
alter table workspace_blockers enable row level security, force row level security;
create policy by_tenant on workspace_blockers to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_blockers to aisteam_app;

-- Documents, in Markdown.
create table workspace_documents (
  id            uuid primary key,
  tenant_id     uuid not null,
  project_id    uuid not null references workspace_projects,
  key           text not null,
  title         text not null,
  document_type text not null,
  status        text not null,
  content       text not null,
  words         text not null,
  author_id     uuid not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  version       integer not null,
  unique (project_id, key)
);
alter table workspace_documents enable row level security, force row level security;
create policy by_tenant on workspace_documents to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_documents to aisteam_app;

-- What a document is to a task. The project is the document's.
create table workspace_links (
  tenant_id   uuid not null,
  project_id  uuid not null references workspace_projects,
  document_id uuid not null references workspace_documents,
  task_id     uuid not null references workspace_tasks,
  link_type   text not null,
  primary key (document_id, task_id)
);
alter table workspace_links enable row level security, force row level security;
create policy by_tenant on workspace_links to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_links to aisteam_app;

create table workspace_comments (
  id          uuid primary key,
  tenant_id   uuid not null,
  project_id  uuid not null references workspace_projects,
  task_id     uuid references workspace_tasks,
  document_id uuid references workspace_documents,
  key         text not null,
  author_id   uuid not null,
  content     text not null,
  words       text not null,
  created_at  timestamptz not null,
  unique (project_id, key),
  check ((task_id is null) <> (document_id is null))
);
alter table workspace_comments enable row level security, force row level security;
create policy by_tenant on workspace_comments to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_comments to aisteam_app;

-- The feed of what was done. It only grows, and outlives what it tells of.
create table workspace_events (
  id          uuid primary key,
  tenant_id   uuid not null,
  project_id  uuid not null,
  actor_id    uuid not null,
  key         text not null,
  entity_type text not null,
  entity_id   uuid not null,
  action      text not null,
  title       text not null,
  changes     text not null,
  created_at  timestamptz not null
);
alter table workspace_events enable row level security, force row level security;
-- There is no policy for update and none for delete: nothing of it is changed.
create policy by_tenant on workspace_events for select to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy appended on workspace_events for insert to aisteam_app with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on workspace_events to aisteam_app;

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

-- Who sees a project: somebody in particular if the whole organisation does, its owner, the members of its team, and whoever takes part in it.
create policy by_access on workspace_projects as restrictive to aisteam_app using (
  scope = 'ORGANIZATION' and nullif(current_setting('app.person_id', true), '') is not null
  or owner_id in (select o.id from persons o
  where coalesce(o.merged_into, o.id) = nullif(current_setting('app.person_id', true), '')::uuid)
  or scope = 'TEAM' and team_id in (select m.team_id from workspace_team_members m where m.member_id in (select o.id from persons o
  where coalesce(o.merged_into, o.id) = nullif(current_setting('app.person_id', true), '')::uuid))
  or id in (select m.project_id from workspace_project_members m where m.member_id in (select o.id from persons o
  where coalesce(o.merged_into, o.id) = nullif(current_setting('app.person_id', true), '')::uuid)));

-- What is in a project is seen by whoever sees the project: the query below is under the policies of projects itself.
create policy by_access on workspace_tasks as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_assignees as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_labels as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_blockers as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_documents as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_links as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_comments as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
create policy by_access on workspace_events as restrictive to aisteam_app using (project_id in (select w.id from workspace_projects w));
