-- +goose Up

-- Whether a person has chosen their time zone themselves: what a platform or a browser says does not change it then.
alter table persons add column zone_chosen boolean not null default false;
