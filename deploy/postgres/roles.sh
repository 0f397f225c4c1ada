#!/bin/sh
# Runs the administrator's SQL with the passwords of compose.env, once, when the database is made.
set -eu
sed -e "s/CHANGE-ME-1/$OWNER_PASSWORD/" -e "s/CHANGE-ME-2/$SERVICE_PASSWORD/" /aisteam/dba.sql |
  psql --set=ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres
