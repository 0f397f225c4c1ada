-- +goose Up

-- What notes are about in a tenant, for everybody to see.
create table note_topics (
  tenant_id text not null,
  name      text not null,
  primary key (tenant_id, name)
);
