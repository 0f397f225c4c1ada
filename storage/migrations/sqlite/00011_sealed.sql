-- +goose Up

-- Which key sealed it, read from the secret's own text: '' for what is kept as it is, null where there is none. So that whoever brings secrets under
-- the first key finds the others without reading any.
alter table project_credentials add column sealed_by text
  generated always as (case when password like 'sealed1:%' then substr(password, 9, 4) when password <> '' then '' end) virtual;
alter table slack_installs add column sealed_by text
  generated always as (case when token like 'sealed1:%' then substr(token, 9, 4) when token <> '' then '' end) virtual;
