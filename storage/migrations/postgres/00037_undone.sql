-- +goose Up

-- What a task did was taken back since: a state has a column.
alter table assistant_tasks add column undone boolean not null default false;
-- Whoever migrates owns the table, and a forced policy keeps even the owner from its rows.
alter table assistant_tasks no force row level security;
update assistant_tasks set undone = true where metadata ? 'undone';
alter table assistant_tasks force row level security;
