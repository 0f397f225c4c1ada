-- +goose Up

-- What was taken back before is taken away now.
alter table assistant_conversations no force row level security;
alter table assistant_messages no force row level security;
update assistant_conversations set title = '' where title <> '' and exists (select 1 from assistant_messages r
  join assistant_messages g on g.conversation_id = r.conversation_id and g.slot = r.slot
  where r.conversation_id = assistant_conversations.id and r.body_type = 'revised' and (r.body -> 'deleted') = 'true'
    and replace(g.content, rtrim(assistant_conversations.title, '…'), '') <> g.content);
update assistant_messages set content = '', body = body - 'files' where slot <> '' and exists (select 1 from assistant_messages r
  where r.conversation_id = assistant_messages.conversation_id and r.slot = assistant_messages.slot and r.body_type = 'revised' and (r.body -> 'deleted') = 'true');
alter table assistant_messages force row level security;
alter table assistant_conversations force row level security;
