-- +goose Up

-- What a task did was taken back since: a state has a column.
alter table assistant_tasks add column undone integer not null default 0;
update assistant_tasks set undone = 1 where metadata like '%"undone"%';
