-- +goose Up

-- Of which session a code was made: it is good as long as that lives. Null is the one that a start prints.
alter table sign_in_codes add column session_id uuid;
