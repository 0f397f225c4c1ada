-- +goose Up

-- A direct message may show what waits in several conversations: of its own place, which gathers, and of those that are shown with it.
alter table places add column gathers boolean not null default false;
alter table places add column shown_with text references places on delete set null;
create index places_shown_with on places (shown_with) where shown_with is not null;
