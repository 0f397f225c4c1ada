-- +goose Up

-- The platform shows nothing in the place until somebody opens it: what waits to be shown there is tried again.
alter table places add column closed boolean not null default false;
