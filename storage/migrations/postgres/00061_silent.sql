-- +goose Up

-- A background task that says nothing where nothing is new.
alter table background_tasks add column silent boolean not null default false;
