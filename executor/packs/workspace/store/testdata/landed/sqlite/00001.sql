insert into workspace_teams (id, tenant_id, key, name, description, created_at)
values ('01900000-0000-7000-8000-000000000901', '{tenant}', 'team', 'Design', '', 1793523600000000);
insert into workspace_team_members (tenant_id, team_id, member_id)
values ('{tenant}', '01900000-0000-7000-8000-000000000901', '{person}');
insert into workspace_projects (id, tenant_id, key, name, description, words, project_type, scope, team_id, parent_id, owner_id, status, start_date, target_end_date, color, emoji, reason, created_at, updated_at, version)
values ('01900000-0000-7000-8000-000000000902', '{tenant}', 'project', 'Relaunch', 'The new site', 'relaunch
the new site', 'general', 'PERSONAL', '01900000-0000-7000-8000-000000000901', null, '{person}', 'active', '2026-11-01', '2026-12-01', '#3B82F6', '🚀', '', 1793523600000000, 1793523600000000, 1);
insert into workspace_project_members (tenant_id, project_id, member_id)
values ('{tenant}', '01900000-0000-7000-8000-000000000902', '{person}');
insert into workspace_tasks (id, tenant_id, project_id, key, title, description, words, status, priority, due_date, creator_id, created_at, updated_at, completed_at, version)
values ('01900000-0000-7000-8000-000000000903', '{tenant}', '01900000-0000-7000-8000-000000000902', 'task', 'Logo', '', 'logo', 'todo', 'high', '2026-11-20', '{person}', 1793523600000000, 1793523600000000, null, 2);
insert into workspace_assignees (tenant_id, project_id, task_id, member_id)
values ('{tenant}', '01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000903', '{person}');
insert into workspace_labels (tenant_id, project_id, task_id, label)
values ('{tenant}', '01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000903', 'design');
insert into workspace_blockers (id, tenant_id, project_id, task_id, key, title, description, words, status, priority, resolution, reporter_id, created_at, updated_at, resolved_at, version)
values ('01900000-0000-7000-8000-000000000904', '{tenant}', '01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000903', 'blocker', 'No pictures', '', 'no pictures', 'open', 'high', '', '{person}', 1793523600000000, 1793523600000000, null, 1);
insert into workspace_documents (id, tenant_id, project_id, key, title, document_type, status, content, words, author_id, created_at, updated_at, version)
values ('01900000-0000-7000-8000-000000000905', '{tenant}', '01900000-0000-7000-8000-000000000902', 'document', 'Brief', 'general', 'draft', '# Brief', 'brief
# brief', '{person}', 1793523600000000, 1793523600000000, 1);
insert into workspace_links (tenant_id, project_id, document_id, task_id, link_type)
values ('{tenant}', '01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000905', '01900000-0000-7000-8000-000000000903', 'reference');
insert into workspace_comments (id, tenant_id, project_id, task_id, document_id, key, author_id, content, words, created_at)
values ('01900000-0000-7000-8000-000000000906', '{tenant}', '01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000903', null, 'comment', '{person}', 'Soon', 'soon', 1793523600000000);
insert into workspace_events (id, tenant_id, project_id, actor_id, key, entity_type, entity_id, action, title, changes, created_at)
values ('01900000-0000-7000-8000-000000000907', '{tenant}', '01900000-0000-7000-8000-000000000902', '{person}', 'call-1', 'task', '01900000-0000-7000-8000-000000000903', 'updated', 'Logo', '[{"field":"priority","old":"low","new":"high"}]', 1793523600000000);
