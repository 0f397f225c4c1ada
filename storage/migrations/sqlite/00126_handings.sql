-- +goose Up

-- What somebody has put, of what waits, before a colleague who may decide on it, too. It ends when it is taken back, and with what waits.
create table handings (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  to_id      text not null references persons,
  kind       text not null,
  ref        text not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   integer not null, -- when what waits ends by itself
  handed_at  integer not null,
  ended_at   integer
);
create index handings_of on handings (tenant_id, ref);
create index handings_living on handings (tenant_id, until_at) where ended_at is null;
