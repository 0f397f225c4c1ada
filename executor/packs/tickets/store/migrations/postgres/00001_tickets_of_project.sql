-- +goose Up

-- The list of tickets was made by the ledger's first migration. From here on it is this pack's.
grant select on tickets_db_version to aisteam_app, aisteam_engine;

-- Whoever deletes a project is told how many tickets it leaves behind.
create index tickets_of_project on tickets (tenant_id, project_id);
