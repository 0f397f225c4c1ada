-- What a database administrator runs once, as a superuser, before the first `aisteam migrate`. Choose the passwords.

-- The two roles that the service becomes in each transaction. They log in nowhere and own nothing, so that row level
-- security keeps tenants apart.
create role aisteam_app nologin;
create role aisteam_engine nologin;

-- Who owns the tables. `aisteam migrate` alone logs in as this role.
create role aisteam_owner login password 'CHANGE-ME-1' nosuperuser nocreatedb nocreaterole nobypassrls;

-- Who the service logs in as: DATABASE_URL of `aisteam serve`. It has no right of its own, and changes no table's shape.
create role aisteam_service login password 'CHANGE-ME-2' nosuperuser nocreatedb nocreaterole nobypassrls;
grant aisteam_app, aisteam_engine to aisteam_service;

create database aisteam owner aisteam_owner;
revoke connect on database aisteam from public;
grant connect on database aisteam to aisteam_service;
