-- +goose Up

-- How many posts have a slot in their channel's pace, which comes when the place is ready again.
alter table places add column paced integer not null default 0;
