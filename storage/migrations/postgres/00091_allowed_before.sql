-- +goose Up

-- A standing yes may be given before there is anything to approve: somebody lets a background task do something without asking. Its
-- target is then as they call it, '' for whatever the tool changes, and no approval made it.
alter table standing_yeses alter column approval_id drop not null;
