-- +goose Up
-- How long a signed event whose sender gives neither an id nor a time is the same event where it says the same.
alter table hooks add column repeat_us bigint not null default 300000000;

-- +goose Down
alter table hooks drop column repeat_us;
