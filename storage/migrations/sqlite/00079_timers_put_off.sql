-- +goose Up

-- What is due and cannot be done is looked at again later and later: it keeps nothing else of its tenant waiting.
alter table timers add column fails integer not null default 0;
alter table timers add column again_at integer;
