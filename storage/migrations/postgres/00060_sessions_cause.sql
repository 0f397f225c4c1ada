-- +goose Up

-- What a background task's words led an agent to is found by the words.
create index agent_chat_sessions_cause on agent_chat_sessions (cause_id) where cause_id is not null;
