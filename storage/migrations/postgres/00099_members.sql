-- +goose Up

-- Who may act in a conversation without being an approver: whoever asked for it, and whoever was there where its platform lets people in. Nobody
-- becomes one by what they do from outside.
create table assistant_conversation_members (
  tenant_id       uuid not null,
  conversation_id uuid not null references assistant_conversations,
  person_id       uuid not null references persons,
  reason          text not null, -- asked, or there
  created_at      timestamptz not null default now(),
  primary key (conversation_id, person_id)
);
create index assistant_conversation_members_person on assistant_conversation_members (person_id, conversation_id);

-- Until now whoever had said or done something in a conversation took part in it, but for decisions. Single tasks count no more: they could be
-- asked for in anybody's conversation.
alter table assistant_conversations no force row level security;
alter table assistant_messages no force row level security;
alter table persons no force row level security;
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at)
select tenant_id, id, user_id, 'asked', started_at from assistant_conversations where user_id in (select id from persons);
insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at)
select tenant_id, conversation_id, person_id, 'there', min(created_at) from assistant_messages
where person_id in (select id from persons) and body_type not in ('plan_decided', 'approval_decided', 'approval_backed') and key not like 'execute/%'
group by tenant_id, conversation_id, person_id
on conflict do nothing;
alter table persons force row level security;
alter table assistant_messages force row level security;
alter table assistant_conversations force row level security;

alter table assistant_conversation_members enable row level security;
alter table assistant_conversation_members force row level security;
create policy by_tenant on assistant_conversation_members to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on assistant_conversation_members to aisteam_app;
