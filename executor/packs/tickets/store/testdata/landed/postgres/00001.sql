update tenants set tickets = 7 where tenant_id = '{tenant}';
insert into tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at)
values ('01900000-0000-7000-8000-000000000101', '{tenant}', 7, 'key', '01900000-0000-7000-8000-00000000000a', 'Logo', 'It’s blurred', 'high', '2026-11-01 09:00:00+00');
