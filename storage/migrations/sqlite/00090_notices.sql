-- +goose Up

-- They want to hear of some topic elsewhere than in its conversation; of nobody else is anything looked up when a task has told its result.
alter table persons add column elsewhere integer not null default 0;

-- Whom a timer is to tell something; null where it tells nobody.
alter table timers add column person_id text;

-- What somebody was told elsewhere than in its conversation, or wanted to be told nowhere: the panel's inbox lists it.
create table notices (
  tenant_id       text not null references tenants,
  person_id       text not null references persons,
  message_id      text not null,
  conversation_id text not null references assistant_conversations,
  topic           text not null,
  created_at      integer not null,
  primary key (person_id, message_id)
);
create index notices_person on notices (tenant_id, person_id, created_at);
