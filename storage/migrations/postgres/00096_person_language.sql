-- +goose Up

-- The language that a person has chosen for where nothing that they wrote decides; '' for none.
alter table persons add column language text not null default '';
