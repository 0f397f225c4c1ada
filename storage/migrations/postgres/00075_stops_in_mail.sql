-- +goose Up

-- Words that say stop and are not handled yet: until they are, no call of a task of their conversation starts.
alter table mail add column halts boolean not null default false;
