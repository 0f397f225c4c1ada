-- +goose Up

-- What is spoken in a conversation, by its two letters; '' is not known yet.
alter table assistant_conversations add column language text not null default '';
