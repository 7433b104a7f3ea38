#!/bin/bash
# Starts PostgreSQL in the volume. What is missing there is made first: the cluster, the server's role and its database.
# A first start that was killed at any moment is thus completed, or begun anew, by the next one.
set -euo pipefail
cd /var/lib/postgresql/data
# Changes with the password, which is new when the volume `password` was removed and this one was not.
wanted="1 $(sha256sum < /password/postgres-password)"

# Ids from 16384 up are those of databases that somebody made; what initdb makes has lower ones.
has_databases() {
  [ -n "$(find pgdata/base -mindepth 1 -maxdepth 1 -name '[1-9][0-9][0-9][0-9][0-9]*' -print -quit 2> /dev/null)" ]
}

explain() {
  echo "The database in the volume can't be used. The lines above say why. If it contains nothing you need," >&2
  echo "'docker compose down -v' deletes it with all accounts and secrets, and the next start creates a new one." >&2
}

make_cluster() {
  [ ! -e pgdata ] || echo 'An earlier first start was interrupted and left no data. Starting over.'
  rm -rf draft pgdata
  # The built-in collation sorts alike with every version of the image.
  initdb -D draft --username=postgres --encoding=UTF8 --auth-local=trust --auth-host=scram-sha-256 \
    --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C > /dev/null
  mv draft pgdata
  sync
}

sql() { psql -qtAX -v ON_ERROR_STOP=1 "$@"; }

# Volumes of earlier versions have a superuser `matinee`, whom PostgreSQL neither demotes nor lets rename himself.
rename_superuser() {
  sql -U matinee postgres <<< 'DROP ROLE IF EXISTS mover; CREATE ROLE mover SUPERUSER LOGIN'
  sql -U mover postgres <<< 'ALTER ROLE matinee RENAME TO postgres'
}

make_role_and_database() {
  sql -U postgres postgres << 'SQL'
DROP ROLE IF EXISTS mover;
-- Whom nobody can be over the network.
ALTER ROLE postgres PASSWORD NULL;
SELECT 'CREATE ROLE matinee' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'matinee') \gexec
\set password `cat /password/postgres-password`
ALTER ROLE matinee LOGIN PASSWORD :'password';
SELECT 'CREATE DATABASE matinee OWNER matinee' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'matinee') \gexec
ALTER DATABASE matinee OWNER TO matinee;
SQL
}

# REASSIGN OWNED refuses to take anything from the superuser that initdb made.
give_to_matinee() {
  sql -U postgres matinee << 'SQL'
SELECT format('ALTER TABLE %s OWNER TO matinee', oid::regclass) FROM pg_class
  WHERE relkind IN ('r', 'p', 'v', 'm') AND relowner = 'postgres'::regrole AND relnamespace = 'public'::regnamespace
UNION ALL SELECT format('ALTER SEQUENCE %s OWNER TO matinee', oid::regclass) FROM pg_class
  WHERE relkind = 'S' AND relowner = 'postgres'::regrole AND relnamespace = 'public'::regnamespace
UNION ALL SELECT format('ALTER TYPE %s OWNER TO matinee', oid::regtype) FROM pg_type
  WHERE typtype IN ('e', 'd') AND typowner = 'postgres'::regrole AND typnamespace = 'public'::regnamespace
UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO matinee', oid::regprocedure) FROM pg_proc
  WHERE proowner = 'postgres'::regrole AND pronamespace = 'public'::regnamespace
\gexec
SQL
}

prepare() {
  grep -qx 'host all all all scram-sha-256' pgdata/pg_hba.conf ||
    echo 'host all all all scram-sha-256' >> pgdata/pg_hba.conf
  # Listens on the socket only, so that no client connects before it is done.
  pg_ctl -D pgdata -s -w -t 3600 -o "-c listen_addresses=''" start
  [ "$(sql -U postgres postgres -c 'SELECT 1' 2> /dev/null)" = 1 ] || rename_superuser
  make_role_and_database
  give_to_matinee
  pg_ctl -D pgdata -s -m fast stop
  echo "$wanted" > pgdata/matinee.new
  mv pgdata/matinee.new pgdata/matinee
}

[ -e pgdata/matinee ] || has_databases || make_cluster
if [ "$(cat pgdata/matinee 2> /dev/null)" != "$wanted" ]; then
  trap explain EXIT
  prepare
  trap - EXIT
fi
exec postgres -D pgdata -c listen_addresses='*' "$@"
