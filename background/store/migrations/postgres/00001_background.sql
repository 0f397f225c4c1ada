-- +goose Up

-- Background tasks and hooks were made by the ledger's migrations. From here on they are this pack's.
grant select on background_db_version to aisteam_app, aisteam_engine;
