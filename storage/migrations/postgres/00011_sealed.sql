-- +goose Up

-- Which key sealed it, read from the secret's own text: '' for what is kept as it is, null where there is none. So that whoever brings secrets under
-- the first key finds the others without reading any.
alter table project_credentials add column sealed_by text
  generated always as (case when password like 'sealed1:%' then substr(password, 9, 4) when password <> '' then '' end) stored;
alter table slack_installs add column sealed_by text
  generated always as (case when token like 'sealed1:%' then substr(token, 9, 4) when token <> '' then '' end) stored;
create policy by_engine on project_credentials for select to aisteam_engine using (true);
grant select (project_id, tenant_id, sealed_by) on project_credentials to aisteam_engine;
grant select (sealed_by) on slack_installs to aisteam_engine;

-- The engine reads the columns that waking and starting up needs, and nothing that people wrote.
revoke select on tenants, spaces, assistant_conversations, assistant_tasks, places, timers from aisteam_engine;
revoke update on tenants from aisteam_engine;
grant select (tenant_id, name, created_at) on tenants to aisteam_engine;
grant select (tenant_id, surface, space, parent), update (parent) on spaces to aisteam_engine;
grant select (id, tenant_id, ready_at, token, lease_until), update (ready_at, token, lease_until)
  on assistant_conversations, assistant_tasks, places to aisteam_engine;
grant select (id, tenant_id, conversation_id, kind, ref, version, due_at) on timers to aisteam_engine;
