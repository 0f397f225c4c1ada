-- +goose Up

-- What platforms did not show as it was meant: where, when and the platform's own word for it, never what was to be shown.
create table delivery_failures (
  id              bigint generated always as identity primary key,
  tenant_id       uuid not null,
  at              timestamptz not null,
  surface         text not null,
  space           text not null,
  channel         text not null,
  thread          text not null,
  conversation_id uuid,
  what            text not null,
  outcome         text not null,
  code            text not null
);
create index delivery_failures_tenant on delivery_failures (tenant_id, id);
alter table delivery_failures enable row level security;
alter table delivery_failures force row level security;
create policy by_tenant on delivery_failures to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delivery_failures to aisteam_app;
