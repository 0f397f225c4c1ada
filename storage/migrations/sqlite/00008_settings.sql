-- +goose Up

-- What an admin has set for the whole tenant; what is not in it has its default.
alter table tenants add column settings text not null default '{}';
