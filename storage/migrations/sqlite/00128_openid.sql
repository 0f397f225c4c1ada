-- +goose Up

-- What people sign in with: the logins of their company, by OpenID Connect. Issuer and subject are who somebody is there. A login that has
-- ended stays, so that nobody who has left comes in again by it as somebody new.
create table openid_logins (
  id         text primary key,
  tenant_id  text not null references tenants,
  person_id  text not null references persons,
  issuer     text not null,
  subject    text not null,
  account    text not null,
  founded    boolean not null, -- its person came in by it
  created_at integer not null,
  used_at    integer,
  ended_at   integer,
  unique (tenant_id, issuer, subject)
);
create index openid_logins_person on openid_logins (tenant_id, person_id);

-- Sign-ins that a browser has begun, under the hash of what names them. Each is finished once.
create table openid_begun (
  tenant_id  text not null references tenants,
  hash       text not null,
  body       text not null,
  expires_at integer not null,
  primary key (tenant_id, hash)
);
