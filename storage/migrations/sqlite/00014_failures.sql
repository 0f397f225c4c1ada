-- +goose Up

-- What platforms did not show as it was meant: where, when and the platform's own word for it, never what was to be shown.
create table delivery_failures (
  id              integer primary key autoincrement,
  tenant_id       text not null,
  at              integer not null,
  surface         text not null,
  space           text not null,
  channel         text not null,
  thread          text not null,
  conversation_id text,
  what            text not null,
  outcome         text not null,
  code            text not null
);
create index delivery_failures_tenant on delivery_failures (tenant_id, id);
