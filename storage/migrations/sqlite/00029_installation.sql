-- +goose Up

-- The owner's token where none is configured: one for all replicas, sealed.
create table owner_tokens (
  tenant_id text primary key,
  token     text not null,
  made_at   integer not null
);

-- What each replica is set to: fingerprints of settings, by which replicas notice that they do not agree.
create table replica_settings (
  tenant_id text not null,
  replica   text not null,
  settings  text not null,
  seen_at   integer not null,
  primary key (tenant_id, replica)
);
