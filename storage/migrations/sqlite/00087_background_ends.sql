-- +goose Up

-- A background task is not due after a day, or so many times more; 0 are as many as come.
alter table background_tasks add column ends_at integer;
alter table background_tasks add column times_left integer not null default 0;
