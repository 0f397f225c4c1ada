-- +goose Up

-- Who is alive, by the database's own reckoning: lived is how long the database had answered, in microseconds, when the
-- replica last said that it was there. A database that stalls stops that clock for everybody.
create table replicas (
  id      uuid primary key,
  lived   bigint not null,
  beat_at bigint not null -- in microseconds
) with (fillfactor = 50);
grant select, insert, update, delete on replicas to aisteam_engine;
alter table replicas enable row level security;
alter table replicas force row level security;
create policy by_engine on replicas to aisteam_engine using (true);
