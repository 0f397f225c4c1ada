-- +goose Up

-- People keep their conversations in order: they name them, pin them, and take them out of the list.
alter table assistant_conversations add column pinned_at timestamptz;
alter table assistant_conversations add column removed_at timestamptz;
create index assistant_conversations_pinned on assistant_conversations (tenant_id, pinned_at) where pinned_at is not null;

-- What was said is found by its words. On SQLite a table of its own has them.
create index assistant_messages_words on assistant_messages using gin (to_tsvector('simple', left(content, 100000))) where kind = 'message';

-- A failed run waits for a person until one has looked at it.
alter table assistant_runs add column noticed_at timestamptz;
create index assistant_runs_failed on assistant_runs (tenant_id, updated_at) where status = 'failed';
