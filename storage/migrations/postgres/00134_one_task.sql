-- +goose Up

-- A task may be acted on by itself: stop_asked, somebody wants it left out and no call of it may start any more; alone, it was retried by
-- itself, so that it waits for no group.
alter table assistant_tasks add column stop_asked boolean not null default false;
alter table assistant_tasks add column alone boolean not null default false;
