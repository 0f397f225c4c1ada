-- +goose Up

-- What is due and cannot be done is looked at again later and later: it keeps nothing else of its tenant waiting.
alter table timers add column fails integer not null default 0, add column again_at timestamptz;
grant select (fails, again_at) on timers to aisteam_engine;
