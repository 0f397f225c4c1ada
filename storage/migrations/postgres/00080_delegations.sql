-- +goose Up

-- Who decides for whom, until when: a person has named it, and it ends by itself. Each person has named one other at a time.
create table delegations (
  id          uuid primary key,
  tenant_id   uuid not null references tenants,
  person_id   uuid not null references persons,
  delegate_id uuid not null references persons,
  until_at    timestamptz not null,
  created_at  timestamptz not null,
  ended_at    timestamptz,
  ended_by    uuid
);
create index delegations_tenant on delegations (tenant_id) where ended_at is null;

-- In whose stead somebody has said yes; null is their own.
alter table approval_yeses add column voice_id uuid references persons;

alter table delegations enable row level security;
alter table delegations force row level security;
create policy by_tenant on delegations to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on delegations to aisteam_app;
