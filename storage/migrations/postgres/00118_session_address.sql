-- +goose Up

-- From which address a browser signed in; '' where that was not kept. People tell their sessions apart by it.
alter table sessions add column address text not null default '';
