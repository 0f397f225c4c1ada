-- +goose Up

-- Whose asking it was for, where it was somebody's: a person has a slot of a day of their own, so that they can be held to their part.
alter table spending add column person_id text not null default '';
alter table reserves add column person_id text not null default '';
