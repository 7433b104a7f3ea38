#!/bin/sh
# Runs before the server and the database at every `docker compose up`, as root and without a network.
set -eu

# Makes the database's password at the first start: one file for each of the two services that read it.
# database-url is written last, so a start that was killed here is completed by the next one.
cd /password
if [ ! -s database-url ]; then
  umask 377
  rm -f ./*.new pooler-url
  secret=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
  printf %s "$secret" > postgres-password.new
  printf %s "postgresql://matinee:$secret@database:5432/matinee" > database-url.new
  chown 999:999 postgres-password.new
  chown node:node database-url.new
  mv -f postgres-password.new postgres-password
  mv -f database-url.new database-url
fi

# The same address by way of PgBouncer, for docker-compose.pooler.yml.
if [ ! -s pooler-url ]; then
  umask 377
  rm -f pooler-url.new
  sed 's/@database:5432/@pooler:6432/' database-url > pooler-url.new
  chown node:node pooler-url.new
  mv -f pooler-url.new pooler-url
fi

# `docker compose cp` leaves restored secrets to root, and the server could not read them.
[ ! -d /data/secrets ] || chown -R node:node /data/secrets

# A wrong option ends here with a message, instead of in a server that restarts again and again.
cd /app
exec node apps/api/dist/main.js --check=/project/.env
