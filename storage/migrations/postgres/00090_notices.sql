-- +goose Up

-- They want to hear of some topic elsewhere than in its conversation; of nobody else is anything looked up when a task has told its result.
alter table persons add column elsewhere boolean not null default false;

-- Whom a timer is to tell something; null where it tells nobody.
alter table timers add column person_id uuid;

-- What somebody was told elsewhere than in its conversation, or wanted to be told nowhere: the panel's inbox lists it.
create table notices (
  tenant_id       uuid not null references tenants,
  person_id       uuid not null references persons,
  message_id      uuid not null,
  conversation_id uuid not null references assistant_conversations,
  topic           text not null,
  created_at      timestamptz not null,
  primary key (person_id, message_id)
);
create index notices_person on notices (tenant_id, person_id, created_at);

alter table notices enable row level security;
alter table notices force row level security;
create policy by_tenant on notices to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on notices to aisteam_app;
