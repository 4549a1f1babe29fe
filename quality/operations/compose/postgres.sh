#!/bin/bash
# Does what the entry point of the image postgres does for deploy/compose: a new cluster gets the password of its
# superuser and runs the scripts of /docker-entrypoint-initdb.d while it listens on its socket alone.
set -e
export PGDATA=/var/lib/postgresql/15/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups /bin/bash "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --encoding=UTF8 --locale=C.UTF-8 --username=postgres --pwfile=<(echo "${POSTGRES_PASSWORD:?}") --auth-local=trust --auth-host=trust
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --options="-c listen_addresses=''" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    if [ -x "$script" ]; then "$script"; else . "$script"; fi
  done
  pg_ctl --mode=fast --wait stop
fi
exec postgres -c listen_addresses='*'
