-- +goose Up

-- What of a call's input the provider kept in its cache, which some charge more for, and that nobody knows what the call cost.
alter table model_calls add column cache_written_tokens bigint not null default 0;
alter table model_calls add column unpriced boolean not null default false;

-- What is put aside of a tenant's budget for calls of models that are under way: what each may cost at most. A row goes when its call is
-- counted; one whose lease ran out belonged to a process that died, and counts as spent for its day.
create table reserves (
  id          uuid primary key,
  tenant_id   uuid not null,
  day         bigint not null, -- since the beginning of 1970, UTC
  micros      bigint not null, -- millionths of a dollar
  lease_until timestamptz not null
);
create index reserves_tenant on reserves (tenant_id, day);
alter table reserves enable row level security;
alter table reserves force row level security;
create policy by_tenant on reserves to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on reserves to aisteam_app;
