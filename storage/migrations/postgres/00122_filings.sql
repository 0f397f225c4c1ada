-- +goose Up

-- Where somebody keeps a conversation in their own list: in a folder of theirs, or put away.
create table assistant_conversation_filings (
  tenant_id       uuid not null,
  person_id       uuid not null references persons,
  conversation_id uuid not null references assistant_conversations,
  folder          text not null default '', -- '' is none
  archived_at     timestamptz, -- null is not put away
  primary key (person_id, conversation_id)
);
create index assistant_conversation_filings_folder on assistant_conversation_filings (person_id, folder, conversation_id) where folder <> '';
create index assistant_conversation_filings_archive on assistant_conversation_filings (person_id, conversation_id) where archived_at is not null;

alter table assistant_conversation_filings enable row level security;
alter table assistant_conversation_filings force row level security;
create policy by_tenant on assistant_conversation_filings to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on assistant_conversation_filings to aisteam_app;
