-- +goose Up

-- What a task did was taken back since: a state has a column.
alter table assistant_tasks add column undone boolean not null default false;
update assistant_tasks set undone = true where metadata ? 'undone';
