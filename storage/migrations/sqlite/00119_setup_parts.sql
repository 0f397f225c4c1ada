-- +goose Up

-- What admins have set of the parts of their installation, such as the way to Slack: what may be shown as JSON, and the secrets as JSON of their
-- own. What was taken away keeps its row without either, so that its revision is another one after every change.
create table setup_parts (
  id         text primary key,
  tenant_id  text not null references tenants,
  part       text not null,
  given      text not null,
  secret     text not null,
  enabled    integer not null default true,
  set_by     text not null,
  revision   integer not null default 1,
  updated_at integer not null,
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  unique (tenant_id, part)
);
