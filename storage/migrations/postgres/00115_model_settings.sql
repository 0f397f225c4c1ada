-- +goose Up

-- The model that a tenant has set for itself: with a fast one beside it, by whom, and how often that was changed. What was taken away keeps its row
-- without its key, so that the sum of all revisions is another one after every change.
alter table platform_ai_settings add column fast_model text not null default '';
alter table platform_ai_settings add column set_by uuid;
alter table platform_ai_settings add column revision bigint not null default 0;
alter table platform_ai_settings add column sealed_by text
  generated always as (case when api_key like 'sealed1:%' then substr(api_key, 9, 4) when api_key <> '' then '' end) stored;

-- Replicas look whose settings changed, and whoever brings secrets under the first key finds the others. Neither reads a key.
create policy by_engine on platform_ai_settings for select to aisteam_engine using (true);
grant select (id, tenant_id, revision, sealed_by) on platform_ai_settings to aisteam_engine;
