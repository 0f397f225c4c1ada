-- +goose Up

-- The app in Slack workspaces: one row per workspace, or per organisation when it was installed for all of one.
create table slack_installs (
  enterprise_id text not null,               -- '' outside of an organisation
  team_id       text not null,               -- '' for an install in all of an organisation
  app_id        text not null,
  tenant_id     uuid not null references tenants,
  name          text not null default '',
  bot_user      text not null default '',
  bot_id        text not null default '',
  token         text not null default '',    -- emptied with the install
  refresh_token text not null default '',    -- good for one use
  expires_at    timestamptz,                 -- null: never
  token_at      timestamptz not null default now(),
  scopes        text not null default '',
  installed_by  text not null default '',
  is_enterprise boolean not null default false,
  installed_at  timestamptz not null default now(),
  revoked_at    timestamptz,
  claim         uuid,                        -- of whoever is using the refresh token
  claim_until   timestamptz,
  primary key (enterprise_id, team_id, app_id)
);
create index slack_installs_team on slack_installs (team_id) where revoked_at is null;

-- What may be used once and has been, until it would be refused for its age.
create table spent_nonces (
  tenant_id uuid not null references tenants,
  nonce     text not null,
  until     timestamptz not null,
  primary key (tenant_id, nonce)
);

-- The organisation whose install serves the workspace when it has none of its own.
alter table spaces add column parent text not null default '';

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['slack_installs', 'spent_nonces'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using '
      '(tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd

-- The engine finds whose an install is. It may not read the tokens.
create policy by_engine on slack_installs for select to aisteam_engine using (true);
grant select (enterprise_id, team_id, app_id, tenant_id, token_at, revoked_at) on slack_installs to aisteam_engine;
grant update (parent) on spaces to aisteam_engine;
