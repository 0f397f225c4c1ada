-- +goose Up

-- The definition of the tool that a yes was given to, where a connection defines the tool: to another one it is no yes. It is empty of what
-- is compiled in, as of all that is kept so far.
alter table assistant_tasks add column definition text not null default '';
alter table tool_calls add column definition text not null default '';
alter table standing_yeses add column definition text not null default '';
