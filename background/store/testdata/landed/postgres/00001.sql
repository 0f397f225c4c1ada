insert into assistant_conversations (id, tenant_id, user_id, title) values ('01900000-0000-7000-8000-000000000201', '{tenant}', '{person}', 'Prices');
insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, kind, title, prompt, zone, status, reason, failures, created_at, updated_at)
values ('01900000-0000-7000-8000-000000000202', '{tenant}', 'left', '{person}', '01900000-0000-7000-8000-000000000201', 'event', 'Prices', 'look at the prices', 'UTC', 'paused', 'it failed three times in a row', 3, now(), now());
insert into background_runs (tenant_id, task_id, due_at, started_at, outcome, message_id, tokens)
values ('{tenant}', '01900000-0000-7000-8000-000000000202', now(), now(), 'failed', '01900000-0000-7000-8000-000000000203', 70);
insert into hooks (id, tenant_id, task_id, token_hash, token_at, scheme, secret, filter, window_us, per_minute, updated_at)
values ('01900000-0000-7000-8000-000000000204', '{tenant}', '01900000-0000-7000-8000-000000000202', 'left', now(), 'github', 'the secret', 'payload.action == "opened"', 60000000, 60, now());
insert into hook_bursts (id, tenant_id, hook_id, name, created_at) values ('01900000-0000-7000-8000-000000000205', '{tenant}', '01900000-0000-7000-8000-000000000204', 'evt_1', now());
insert into hook_events (id, tenant_id, hook_id, key, kind, payload, outcome, burst_id, received_at)
values ('01900000-0000-7000-8000-000000000206', '{tenant}', '01900000-0000-7000-8000-000000000204', 'e:evt_1', 'issues', '{}', 'accepted', '01900000-0000-7000-8000-000000000205', now());
