-- +goose Up

-- Links that let somebody sign in to the panel, once: as a new person with the role, or again as the person that is named. Of
-- the link's secret there is only a hash here.
create table invitations (
  id         uuid not null primary key,
  tenant_id  uuid not null,
  hash       text not null,
  person_id  uuid references persons,
  name       text not null,
  role       text not null,
  made_by    uuid not null references persons,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  used_by    uuid references persons,
  revoked_at timestamptz,
  unique (tenant_id, hash)
);
create index invitations_used on invitations (used_by) where used_by is not null;

-- Who took part in a conversation is looked for by whoever lists it.
create index assistant_messages_person on assistant_messages (conversation_id, person_id) where person_id is not null;

alter table invitations enable row level security;
alter table invitations force row level security;
create policy by_tenant on invitations to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on invitations to aisteam_app;

-- What models were asked lately is told to operators.
create index model_calls_lately on model_calls (tenant_id, created_at);
