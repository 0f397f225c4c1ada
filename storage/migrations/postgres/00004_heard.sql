-- +goose Up

-- Up to when everything that was said on a surface is known to have been heard, so that the rest can be read back.
create table heard (
  tenant_id uuid not null,
  surface   text not null,
  until     timestamptz not null,
  primary key (tenant_id, surface)
);
alter table heard enable row level security;
alter table heard force row level security;
create policy by_tenant on heard to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on heard to aisteam_app;
