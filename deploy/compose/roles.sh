#!/bin/bash
# Run by the image of PostgreSQL when it makes a new database: the two roles of docs/operator/production.md, step 1.
set -e
psql --set=ON_ERROR_STOP=1 --username=postgres --set=owner="$OWNER_PASSWORD" --set=service="$SERVICE_PASSWORD" <<'SQL'
create role portal_owner login password :'owner';
create role portal_service login password :'service';
create database portal owner portal_owner;
revoke all on database portal from public;
grant connect on database portal to portal_service;
SQL
