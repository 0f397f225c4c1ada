-- +goose Up

-- When and where a person wants to be called about what they did not ask for just now, as JSON; '' is always, and wherever they are.
alter table persons add column hearing text not null default '';
