insert into notes (id, tenant_id, person_id, key, content, created_at)
values ('01900000-0000-7000-8000-000000000102', '{tenant}', '{person}', 'key', 'water the plants', 1793523600000000);
insert into note_topics (tenant_id, name) values ('{tenant}', 'garden');
