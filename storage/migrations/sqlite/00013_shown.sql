-- +goose Up

-- What was put up for a decision, as one hash: the tool, its arguments, the old and the new state. What was asked before
-- has none; it is bound to the bare old state (shown), which is no such hash, and is asked again.
alter table pending_actions add column hash text not null default '';

-- Who approved wants what is written on the way published without being shown first.
alter table assistant_runs add column unseen integer not null default 0;
