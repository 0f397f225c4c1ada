-- +goose Up

-- Who has invited a member of a conversation. Null is nobody: it was begun for them, or they were in its place.
alter table assistant_conversation_members add column invited_by uuid references persons;
