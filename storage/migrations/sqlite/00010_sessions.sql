-- +goose Up

-- Whoever has signed in to the panel, in one browser. Of the secret that the browser keeps there is only a hash here.
create table sessions (
  id         text not null primary key,
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  browser    text not null,
  created_at integer not null,
  seen_at    integer not null,
  until      integer not null,
  revoked_at integer,
  unique (tenant_id, hash)
);
create index sessions_person on sessions (person_id);

-- Codes that begin one session, once.
create table sign_in_codes (
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  expires_at integer not null,
  primary key (tenant_id, hash)
);
