-- +goose Up

-- Links that let somebody sign in to the panel, once: as a new person with the role, or again as the person that is named. Of
-- the link's secret there is only a hash here.
create table invitations (
  id         text not null primary key,
  tenant_id  text not null,
  hash       text not null,
  person_id  text references persons,
  name       text not null,
  role       text not null,
  made_by    text not null references persons,
  created_at integer not null,
  expires_at integer not null,
  used_at    integer,
  used_by    text references persons,
  revoked_at integer,
  unique (tenant_id, hash)
);
create index invitations_used on invitations (used_by) where used_by is not null;

-- Who took part in a conversation is looked for by whoever lists it.
create index assistant_messages_person on assistant_messages (conversation_id, person_id) where person_id is not null;

-- What models were asked lately is told to operators.
create index model_calls_lately on model_calls (tenant_id, created_at);
