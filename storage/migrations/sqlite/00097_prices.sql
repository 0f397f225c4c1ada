-- +goose Up

-- What of a call's input the provider kept in its cache, which some charge more for, and that nobody knows what the call cost.
alter table model_calls add column cache_written_tokens integer not null default 0;
alter table model_calls add column unpriced boolean not null default false;

-- What is put aside of a tenant's budget for calls of models that are under way: what each may cost at most. A row goes when its call is
-- counted; one whose lease ran out belonged to a process that died, and counts as spent for its day.
create table reserves (
  id          text primary key,
  tenant_id   text not null,
  day         integer not null, -- since the beginning of 1970, UTC
  micros      integer not null, -- millionths of a dollar
  lease_until integer not null
);
create index reserves_tenant on reserves (tenant_id, day);
