-- +goose Up

-- Files that are kept here: uploaded on the panel, made by agents, and the pictures that models look at.
create table files (
  id              text not null,
  tenant_id       text not null,
  conversation_id text,
  name            text not null,
  type            text not null,
  size            integer not null,
  sha256          text not null,
  bytes           blob not null,
  created_at      integer not null,
  primary key (tenant_id, id)
);
