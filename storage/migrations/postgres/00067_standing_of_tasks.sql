-- +goose Up

-- A standing yes may be a background task's: for what that task wants to do to that target, as long as its words are those that it
-- had when it was given.
alter table standing_yeses add column background_id uuid references background_tasks;
alter table standing_yeses add column target text not null default '';
alter table standing_yeses add column words text not null default '';
create index standing_yeses_background on standing_yeses (background_id) where background_id is not null;
