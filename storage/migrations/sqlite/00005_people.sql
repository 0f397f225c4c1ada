-- +goose Up

-- A person who turned out to be another stays as a row that points there: the log's ids keep their meaning.
alter table persons add column merged_into text references persons;
create index persons_merged on persons (merged_into) where merged_into is not null;
alter table identities add column linked_at integer; -- came by a code, and may be taken off again
create index identities_person on identities (person_id);

create table link_codes (
  tenant_id  text not null,
  hash       text not null,
  person_id  text not null references persons,
  expires_at integer not null,
  primary key (tenant_id, hash)
);
create index link_codes_person on link_codes (person_id);

create table link_tries (
  id        integer primary key,
  tenant_id text not null,
  person_id text not null,
  at        integer not null
);
create index link_tries_person on link_tries (person_id, at);

create table role_grants (
  tenant_id  text not null,
  surface    text not null,
  space      text not null,
  group_id   text not null,
  role       text not null,
  created_at integer not null,
  primary key (tenant_id, surface, space, group_id)
);
