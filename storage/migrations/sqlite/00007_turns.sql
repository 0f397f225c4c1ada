-- +goose Up

-- When a thing that all processes together may do once in a while may be done next.
create table turns (
  tenant_id text not null,
  thing     text not null,
  free_at   integer not null,
  primary key (tenant_id, thing)
);
