#!/bin/sh
# Creates the cluster at the first start, as the official image does: POSTGRES_USER owns it, and passwords are checked on the network.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 0700 -o postgres -g postgres "$PGDATA"
  install -m 0400 -o postgres "$POSTGRES_PASSWORD_FILE" /tmp/password
  setpriv --reuid postgres --regid postgres --clear-groups initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 --encoding UTF8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | setpriv --reuid postgres --regid postgres --clear-groups postgres --single -D "$PGDATA" postgres
fi
install -d -o postgres -g postgres /var/run/postgresql
exec setpriv --reuid postgres --regid postgres --clear-groups "$@" -c listen_addresses='*'
