-- +goose Up

-- Who sent a file may delete it. Its name stays; its bytes do not.
alter table files add column person_id uuid; -- null: an agent made it, or it is older than this column
alter table files add column deleted_at timestamptz;
