-- +goose Up

-- Since when somebody belongs to the team no more, and which admin said so; null is the platform, by all of their accounts.
alter table persons add column left_at integer;
alter table persons add column left_by text;

-- Since when an account is there no more, and when its platform was asked about it last.
alter table identities add column gone_at integer;
alter table identities add column asked_at integer;
