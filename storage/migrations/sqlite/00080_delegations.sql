-- +goose Up

-- Who decides for whom, until when: a person has named it, and it ends by itself. Each person has named one other at a time.
create table delegations (
  id          text primary key,
  tenant_id   text not null references tenants,
  person_id   text not null references persons,
  delegate_id text not null references persons,
  until_at    integer not null,
  created_at  integer not null,
  ended_at    integer,
  ended_by    text
);
create index delegations_tenant on delegations (tenant_id) where ended_at is null;

-- In whose stead somebody has said yes; null is their own.
alter table approval_yeses add column voice_id text references persons;
