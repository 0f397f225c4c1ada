-- +goose Up

-- Whom the token of the first start signs in, whatever roles change later.
alter table tenants add column owner text references persons;
update tenants set owner = (select p.id from persons p where p.tenant_id = tenants.tenant_id and p.role = 'admin' and p.merged_into is null
  order by p.created_at, p.id limit 1);

-- Since when the platform says that an account is a guest's, or of another workspace; null: it does not.
alter table identities add column guest_at integer;

-- Servers that have conversations already go on being served.
insert into spaces (tenant_id, surface, space, created_at)
  select distinct tenant_id, surface, space, cast(strftime('%s', 'now') as integer) * 1000000 from places where surface = 'discord' and space <> ''
  on conflict (surface, space) do nothing;
