-- +goose Up

-- The app in Slack workspaces: one row per workspace, or per organisation when it was installed for all of one.
create table slack_installs (
  enterprise_id text not null,               -- '' outside of an organisation
  team_id       text not null,               -- '' for an install in all of an organisation
  app_id        text not null,
  tenant_id     text not null references tenants,
  name          text not null default '',
  bot_user      text not null default '',
  bot_id        text not null default '',
  token         text not null default '',    -- emptied with the install
  refresh_token text not null default '',    -- good for one use
  expires_at    integer,                     -- null: never
  token_at      integer not null,
  scopes        text not null default '',
  installed_by  text not null default '',
  is_enterprise integer not null default 0,
  installed_at  integer not null,
  revoked_at    integer,
  claim         text,                        -- of whoever is using the refresh token
  claim_until   integer,
  primary key (enterprise_id, team_id, app_id)
);
create index slack_installs_team on slack_installs (team_id) where revoked_at is null;

-- What may be used once and has been, until it would be refused for its age.
create table spent_nonces (
  tenant_id text not null references tenants,
  nonce     text not null,
  until     integer not null,
  primary key (tenant_id, nonce)
);

-- The organisation whose install serves the workspace when it has none of its own.
alter table spaces add column parent text not null default '';
