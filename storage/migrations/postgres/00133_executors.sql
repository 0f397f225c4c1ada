-- +goose Up

-- A session may do a task for another one: whose it is and by which call, on which tier, what it cost and how it ended. Its task is in
-- task_id, and who works in it in executor_agent_id; whoever delegated is in planner_agent_id.
alter table agent_chat_sessions add column parent_id uuid;
alter table agent_chat_sessions add column parent_call text not null default '';
alter table agent_chat_sessions add column tier text not null default '';
alter table agent_chat_sessions add column input_tokens bigint not null default 0;
alter table agent_chat_sessions add column output_tokens bigint not null default 0;
alter table agent_chat_sessions add column micros bigint not null default 0;
alter table agent_chat_sessions add column took_us bigint not null default 0;
alter table agent_chat_sessions add column outcome text not null default '';
create index agent_chat_sessions_parent on agent_chat_sessions (parent_id) where parent_id is not null;

alter table agent_executions add column micros bigint not null default 0;
alter table agent_executions add column outcome text not null default '';
create unique index agent_executions_session on agent_executions (session_id);
