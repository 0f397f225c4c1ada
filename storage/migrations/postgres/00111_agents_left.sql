-- +goose Up

-- When an agent was taken off the team: who reads what it has done is still told its name.
alter table assistant_agent_definitions add column left_at timestamptz;
