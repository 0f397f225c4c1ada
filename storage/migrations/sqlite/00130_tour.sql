-- +goose Up

-- When a person put the tour of the panel away, or came to its end; null while it is offered to them.
alter table persons add column tour_away_at integer;
