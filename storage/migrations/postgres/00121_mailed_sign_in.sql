-- +goose Up

-- Which role somebody had when a code was mailed to them: it is good while they have it. Null is a code that was not mailed.
alter table sign_in_codes add column role text;
