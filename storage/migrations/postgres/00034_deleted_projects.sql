-- +goose Up

-- A project that somebody deleted: its connections are gone, what was said and done about it stays, and no other project gets its slug,
-- under which its pages may still lie.
alter table projects add column deleted_at timestamptz;
