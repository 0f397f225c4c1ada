-- +goose Up

-- An agent at work: whose it is, what it is about and what it has used of its budgets. Its messages are kept in
-- agent_chat_messages, sender saying who each is from and content what it was, sealed where there is a key.
alter table agent_chat_sessions add column agent_id text not null default '';
alter table agent_chat_sessions add column project_id uuid;
alter table agent_chat_sessions add column requested_by uuid;
alter table agent_chat_sessions add column cause_id uuid;
alter table agent_chat_sessions add column spent jsonb not null default '{}';
alter table agent_chat_sessions add column updated_at timestamptz;

-- The run is what an agent wants to change in the middle of its work.
alter table assistant_runs add column session_id uuid;
