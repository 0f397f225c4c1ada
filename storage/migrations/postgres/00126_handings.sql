-- +goose Up

-- What somebody has put, of what waits, before a colleague who may decide on it, too. It ends when it is taken back, and with what waits.
create table handings (
  id         uuid primary key,
  tenant_id  uuid not null references tenants,
  person_id  uuid not null references persons,
  to_id      uuid not null references persons,
  kind       text not null,
  ref        uuid not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   timestamptz not null, -- when what waits ends by itself
  handed_at  timestamptz not null,
  ended_at   timestamptz
);
create index handings_of on handings (tenant_id, ref);
create index handings_living on handings (tenant_id, until_at) where ended_at is null;

alter table handings enable row level security;
alter table handings force row level security;
create policy by_tenant on handings to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on handings to aisteam_app;
