-- +goose Up

-- What a tenant has spent on models in a day, counted in the transaction that records the calls. A day has some slots, by
-- conversation, so that turns of one tenant do not wait for each other's commits at one row.
create table spending (
  tenant_id text not null,
  day       integer not null, -- since the beginning of 1970, UTC
  slot      integer not null,
  tokens    integer not null,
  micros    integer not null, -- millionths of a dollar, by list price, of the calls whose price is known
  told_by   text not null default '', -- the message in whose answer people were told that the budget is nearly used up
  primary key (tenant_id, day, slot)
);

-- How much room a tenant's files take up is asked before one is kept.
create index files_room on files (tenant_id, id, size);
