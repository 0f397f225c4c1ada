-- +goose Up

-- When an agent's definition was changed: replicas look whether any was, and read them all where one was.
alter table assistant_agent_definitions add column changed_at timestamptz not null default now();
