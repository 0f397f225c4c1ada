-- +goose Up

-- Who is alive, by the database's own reckoning: lived is how long the database had answered, in microseconds, when the
-- replica last said that it was there. A database that stalls stops that clock for everybody.
create table replicas (
  id      text primary key,
  lived   integer not null,
  beat_at integer not null -- in microseconds
);
