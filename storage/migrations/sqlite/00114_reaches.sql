-- +goose Up

-- Where people are told of what waits for them while they look at nothing of ours: a browser, by push, or an address, by mail. What it
-- takes to tell them there is in the secret; the digest is of what is sent to, which is one person's at a time.
create table reaches (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  surface    text not null,
  digest     text not null,
  name       text not null,
  language   text not null default '',
  secret     text not null,
  code       text, -- the hash of what confirms it; null once it is confirmed
  created_at integer not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  unique (tenant_id, surface, digest)
);
create index reaches_person on reaches (tenant_id, person_id);

-- The key by which browsers' push services know this installation.
create table push_keys (
  tenant_id text primary key references tenants,
  secret    text not null,
  made_at   integer not null
);
