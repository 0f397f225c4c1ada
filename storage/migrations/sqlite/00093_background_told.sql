-- +goose Up

-- The channel in which a background task tells its results, as people call it; '' where it was asked for.
alter table background_tasks add column told_in text not null default '';
