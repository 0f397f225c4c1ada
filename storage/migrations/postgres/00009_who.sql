-- +goose Up

-- Whom the token of the first start signs in, whatever roles change later.
alter table tenants add column owner uuid references persons;

-- Whoever owns the tables passes their policies while these are not forced; where nobody passes, nothing would be found.
alter table tenants no force row level security;
alter table persons no force row level security;
alter table places no force row level security;
alter table spaces no force row level security;

update tenants set owner = (select p.id from persons p where p.tenant_id = tenants.tenant_id and p.role = 'admin' and p.merged_into is null
  order by p.created_at, p.id limit 1);

-- Since when the platform says that an account is a guest's, or of another workspace; null: it does not.
alter table identities add column guest_at timestamptz;

-- Servers that have conversations already go on being served.
insert into spaces (tenant_id, surface, space)
  select distinct tenant_id, surface, space from places where surface = 'discord' and space <> ''
  on conflict (surface, space) do nothing;

alter table tenants force row level security;
alter table persons force row level security;
alter table places force row level security;
alter table spaces force row level security;
