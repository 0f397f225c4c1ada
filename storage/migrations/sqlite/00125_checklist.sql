-- +goose Up

-- When an admin put the checklist of the first steps away, for all admins of the tenant; null while it is shown.
alter table tenants add column checklist_away_at integer;
