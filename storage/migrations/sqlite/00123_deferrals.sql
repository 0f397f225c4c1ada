-- +goose Up

-- What somebody has put off of what waits, until when they want to see it again. It waits all the same, for them and for others.
create table deferrals (
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  kind       text not null,
  ref        text not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   integer not null,
  set_at     integer not null,
  primary key (tenant_id, person_id, kind, ref, version)
);
