-- +goose Up

-- When an agent's definition was changed: replicas look whether any was, and read them all where one was.
alter table assistant_agent_definitions add column changed_at timestamptz not null default now();

-- What is there was written by versions that kept the compiled-in agents here, and nobody has read it since: it would stand in their place.
alter table assistant_agent_definitions no force row level security;
delete from assistant_agent_definitions;
alter table assistant_agent_definitions force row level security;
