-- +goose Up

-- What a tenant has spent on models in a day, counted in the transaction that records the calls. A day has some slots, by
-- conversation, so that turns of one tenant do not wait for each other's commits at one row.
create table spending (
  tenant_id uuid not null,
  day       bigint not null, -- since the beginning of 1970, UTC
  slot      bigint not null,
  tokens    bigint not null,
  micros    bigint not null, -- millionths of a dollar, by list price, of the calls whose price is known
  told_by   text not null default '', -- the message in whose answer people were told that the budget is nearly used up
  primary key (tenant_id, day, slot)
);
alter table spending enable row level security;
alter table spending force row level security;
create policy by_tenant on spending to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on spending to aisteam_app;

-- How much room a tenant's files take up is asked before one is kept.
create index files_room on files (tenant_id, id, size);
