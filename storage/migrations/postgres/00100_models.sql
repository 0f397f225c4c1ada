-- +goose Up

-- What is known of the language models in use: that one has answered, that it is there no more, which one answers in its place, how
-- it was tried last. The newest of each kind.
create table model_facts (
  tenant_id uuid not null,
  provider  text not null,
  model     text not null,
  what      text not null,
  detail    text not null,
  at        timestamptz not null,
  primary key (tenant_id, provider, model, what)
);

-- What an admin was told of a model, once for all replicas and starts, and in which conversation.
create table model_notices (
  tenant_id       uuid not null,
  provider        text not null,
  model           text not null,
  key             text not null,
  conversation_id uuid references assistant_conversations,
  said_at         timestamptz not null,
  primary key (tenant_id, provider, model, key)
);

-- +goose StatementBegin
do $$
declare t text;
begin
  foreach t in array array['model_facts', 'model_notices'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy by_tenant on %I to aisteam_app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to aisteam_app', t);
  end loop;
end $$;
-- +goose StatementEnd
