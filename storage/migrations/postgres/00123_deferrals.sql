-- +goose Up

-- What somebody has put off of what waits, until when they want to see it again. It waits all the same, for them and for others.
create table deferrals (
  tenant_id  uuid not null references tenants,
  person_id  uuid not null references persons,
  kind       text not null,
  ref        uuid not null, -- of what waits
  version    integer not null, -- of a plan: the next one is another
  until_at   timestamptz not null,
  set_at     timestamptz not null,
  primary key (tenant_id, person_id, kind, ref, version)
);

alter table deferrals enable row level security;
alter table deferrals force row level security;
create policy by_tenant on deferrals to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on deferrals to aisteam_app;
