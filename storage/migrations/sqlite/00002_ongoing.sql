-- +goose Up

-- What is going on is asked for by people who look, per tenant; most runs have ended.
create index assistant_runs_ongoing on assistant_runs (tenant_id, id) where status in ('planning', 'running');
