-- +goose Up

-- What somebody has noted for themselves.
create table notes (
  id         text primary key,
  tenant_id  text not null,
  person_id  text not null,
  key        text not null,
  content    text not null,
  created_at integer not null,
  unique (tenant_id, person_id, key)
);
