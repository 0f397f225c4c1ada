-- +goose Up

-- What is taken back is not found by its words: they go with what they are of.
-- +goose StatementBegin
create trigger assistant_messages_reworded after update of content on assistant_messages when old.kind = 'message' and new.content <> old.content begin
  delete from assistant_words where message_id = old.id;
  insert into assistant_words (content, message_id) select new.content, new.id where new.content <> '';
end;
-- +goose StatementEnd

-- What was taken back before is taken away now.
update assistant_conversations set title = '' where title <> '' and exists (select 1 from assistant_messages r
  join assistant_messages g on g.conversation_id = r.conversation_id and g.slot = r.slot
  where r.conversation_id = assistant_conversations.id and r.body_type = 'revised' and json_extract(r.body, '$.deleted') = 1
    and replace(g.content, rtrim(assistant_conversations.title, '…'), '') <> g.content);
update assistant_messages set content = '', body = json_remove(body, '$.files') where slot <> '' and exists (select 1 from assistant_messages r
  where r.conversation_id = assistant_messages.conversation_id and r.slot = assistant_messages.slot and r.body_type = 'revised' and json_extract(r.body, '$.deleted') = 1);
