-- +goose Up

-- Up to when everything that was said on a surface is known to have been heard, so that the rest can be read back.
create table heard (
  tenant_id text not null,
  surface   text not null,
  until     integer not null,
  primary key (tenant_id, surface)
);
