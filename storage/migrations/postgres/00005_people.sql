-- +goose Up

-- A person who turned out to be another stays as a row that points there: the log's ids keep their meaning.
alter table persons add column merged_into uuid references persons;
create index persons_merged on persons (merged_into) where merged_into is not null;
alter table identities add column linked_at timestamptz; -- came by a code, and may be taken off again
create index identities_person on identities (person_id);

create table link_codes (
  tenant_id  uuid not null,
  hash       text not null,
  person_id  uuid not null references persons,
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);
create index link_codes_person on link_codes (person_id);

create table link_tries (
  id        bigint generated always as identity primary key,
  tenant_id uuid not null,
  person_id uuid not null,
  at        timestamptz not null default now()
);
create index link_tries_person on link_tries (person_id, at);

create table role_grants (
  tenant_id  uuid not null,
  surface    text not null,
  space      text not null,
  group_id   text not null,
  role       text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, surface, space, group_id)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['link_codes', 'link_tries', 'role_grants'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using '
      '(tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
