-- +goose Up

-- What a project can be worked on through: for each kind of connection what people filled in, and one secret, sealed where there is a key.
-- What projects.cms, projects.site_url and project_credentials say is copied and read here from now on; the next release
-- drops them.
create table connections (
  tenant_id  text not null,
  project_id text not null references projects,
  kind       text not null,
  gives      text not null,
  config     text not null default '{}',
  secret     text not null default '',
  updated_at integer not null,
  -- Which key sealed it, as of slack_installs: '' for what is kept as it is, null where there is none.
  sealed_by  text generated always as (case when secret like 'sealed1:%' then substr(secret, 9, 4) when secret <> '' then '' end) virtual,
  primary key (project_id, kind)
);
create index connections_tenant on connections (tenant_id, project_id);

insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at)
  select j.tenant_id, j.id, j.cms, '["site"]',
    case j.cms when 'wordpress' then json_patch('{}', json_object('url', nullif(j.site_url, ''), 'user', nullif(c.username, ''))) else '{}' end,
    case j.cms when 'wordpress' then coalesce(c.password, '') else '' end, coalesce(c.updated_at, j.created_at)
  from projects j left join project_credentials c on c.project_id = j.id and c.tenant_id = j.tenant_id
  where j.cms <> '';
