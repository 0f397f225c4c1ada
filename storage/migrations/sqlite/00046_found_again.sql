-- +goose Up

-- People keep their conversations in order: they name them, pin them, and take them out of the list.
alter table assistant_conversations add column pinned_at integer;
alter table assistant_conversations add column removed_at integer;
create index assistant_conversations_pinned on assistant_conversations (tenant_id, pinned_at) where pinned_at is not null;

-- What was said is found by its words. On Postgres an index has them.
create virtual table assistant_words using fts5(content, message_id unindexed, tokenize = "unicode61 remove_diacritics 0");
insert into assistant_words (content, message_id) select content, id from assistant_messages where kind = 'message';
-- +goose StatementBegin
create trigger assistant_messages_words after insert on assistant_messages when new.kind = 'message' begin
  insert into assistant_words (content, message_id) values (new.content, new.id);
end;
-- +goose StatementEnd

-- A failed run waits for a person until one has looked at it.
alter table assistant_runs add column noticed_at integer;
create index assistant_runs_failed on assistant_runs (tenant_id, updated_at) where status = 'failed';
