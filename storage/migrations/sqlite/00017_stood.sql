-- +goose Up

-- Words decide only what stood before them in the place where they were said.
alter table assistant_messages add column place_id text; -- where a courier shows the log
alter table assistant_messages add column seen integer;     -- elsewhere: the log up to here was drawn then; null: all before it

-- When a slot was first posted, by the platform's clock where it says so, and the seq of the message that it begins with. What a
-- platform refused in every form cannot have been decided on there.
alter table deliveries add column begun integer not null default 0;
alter table deliveries add column posted_at integer;
alter table deliveries add column withheld boolean not null default false;

-- The message that put it before people; 0 for what is older than this column.
alter table clarifications add column seq integer not null default 0;
alter table agent_plans add column seq integer not null default 0;
alter table assistant_runs add column seq integer not null default 0;
alter table pending_actions add column seq integer not null default 0;
