-- +goose Up

-- The owner's token where none is configured: one for all replicas, sealed.
create table owner_tokens (
  tenant_id uuid primary key,
  token     text not null,
  made_at   timestamptz not null default now()
);

-- What each replica is set to: fingerprints of settings, by which replicas notice that they do not agree.
create table replica_settings (
  tenant_id uuid not null,
  replica   text not null,
  settings  jsonb not null,
  seen_at   timestamptz not null default now(),
  primary key (tenant_id, replica)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['owner_tokens', 'replica_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd

-- What operators are told of: how many decisions and runs are open, and since when. Nothing of what they are about.
create policy by_engine on pending_actions for select to aisteam_engine using (true);
grant select (tenant_id, run_id, status, created_at) on pending_actions to aisteam_engine;
create policy by_engine on assistant_runs for select to aisteam_engine using (true);
grant select (id, tenant_id, conversation_id, status, updated_at) on assistant_runs to aisteam_engine;
grant select (run_id) on assistant_tasks to aisteam_engine;
