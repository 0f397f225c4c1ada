-- +goose Up

-- The hash of the team that worked on an agent's session last, and of the one that made a task: who goes on with them can tell whether it is
-- another one. It is empty of what was begun before it was kept.
alter table agent_chat_sessions add column team text not null default '';
alter table assistant_tasks add column team text not null default '';
