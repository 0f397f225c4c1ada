-- +goose Up

-- What is known of the language models in use: that one has answered, that it is there no more, which one answers in its place, how
-- it was tried last. The newest of each kind.
create table model_facts (
  tenant_id text not null,
  provider  text not null,
  model     text not null,
  what      text not null,
  detail    text not null,
  at        integer not null,
  primary key (tenant_id, provider, model, what)
);

-- What an admin was told of a model, once for all replicas and starts, and in which conversation.
create table model_notices (
  tenant_id       text not null,
  provider        text not null,
  model           text not null,
  key             text not null,
  conversation_id text references assistant_conversations,
  said_at         integer not null,
  primary key (tenant_id, provider, model, key)
);
