-- +goose Up

-- When a thing that all processes together may do once in a while may be done next.
create table turns (
  tenant_id uuid not null,
  thing     text not null,
  free_at   timestamptz not null,
  primary key (tenant_id, thing)
);
alter table turns enable row level security;
alter table turns force row level security;
create policy by_tenant on turns to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on turns to aisteam_app;
