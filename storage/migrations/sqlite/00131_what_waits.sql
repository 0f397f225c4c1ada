-- +goose Up

-- Plans and questions that wait for somebody, by whose they are: each page counts what waits, and read those of everybody.
create index agent_plans_tenant on agent_plans (tenant_id) where status = 'proposed';
create index clarifications_tenant on clarifications (tenant_id) where status = 'open';

-- Runs in their order, by whose they are.
create index assistant_runs_newest on assistant_runs (tenant_id, id);
