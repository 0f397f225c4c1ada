-- +goose Up

-- What a project can be worked on through: for each kind of connection what people filled in, and one secret, sealed where there is a key.
-- What projects.cms, projects.site_url and project_credentials say is copied and read here from now on. Replicas of the
-- release before still read those; the next release drops them.
create table connections (
  tenant_id  uuid not null,
  project_id uuid not null references projects,
  kind       text not null,
  gives      jsonb not null,
  config     jsonb not null default '{}',
  secret     text not null default '',
  updated_at timestamptz not null default now(),
  -- Which key sealed it, as of slack_installs: '' for what is kept as it is, null where there is none.
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) stored,
  primary key (project_id, kind)
);
create index connections_tenant on connections (tenant_id, project_id);
alter table connections enable row level security;
alter table connections force row level security;
create policy by_tenant on connections to aisteam_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on connections to aisteam_app;
create policy by_engine on connections for select to aisteam_engine using (true);
grant select (project_id, tenant_id, kind, sealed_by) on connections to aisteam_engine;

-- Whoever migrates owns the tables, and a forced policy keeps even the owner from their rows.
alter table projects no force row level security;
alter table project_credentials no force row level security;
alter table connections no force row level security;
insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at)
  select j.tenant_id, j.id, j.cms, '["site"]',
    case j.cms when 'wordpress' then jsonb_strip_nulls(jsonb_build_object('url', nullif(j.site_url, ''), 'user', nullif(c.username, ''))) else '{}' end,
    case j.cms when 'wordpress' then coalesce(c.password, '') else '' end, coalesce(c.updated_at, j.created_at)
  from projects j left join project_credentials c on c.project_id = j.id and c.tenant_id = j.tenant_id
  where j.cms <> '';
alter table projects force row level security;
alter table project_credentials force row level security;
alter table connections force row level security;
