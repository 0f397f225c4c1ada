-- +goose Up

-- What people sign in with instead of a secret: the public key of a passkey, as webauthn's credential. Nobody signs in with what is kept.
create table passkeys (
  id            text primary key,
  tenant_id     text not null references tenants,
  person_id     text not null references persons,
  credential_id text not null,
  credential    text not null,
  name          text not null,
  created_at    integer not null,
  used_at       integer,
  unique (tenant_id, credential_id)
);
create index passkeys_person on passkeys (tenant_id, person_id);

-- What a browser was given to sign, under the hash of what names it. It is answered once.
create table passkey_challenges (
  tenant_id  text not null references tenants,
  hash       text not null,
  body       text not null,
  expires_at integer not null,
  primary key (tenant_id, hash)
);
