#!/usr/bin/env bash
# Proves the image and the compose file on a real engine: builds, starts, breaks and restarts them under a
# project name of their own, and removes everything again. Not part of `npm test`: it wants Docker and an installed tree.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tests' fakes want the Node that is pinned here.
export PATH=$PWD/node_modules/.bin:$PATH
export COMPOSE_PROJECT_NAME=matinee-check
export PORT=${PORT:-18080}
MAX_IMAGE_MB=260
FAKE_PORT=9101
FAKE_KEY=$(sed -n "s/^export const TMDB_KEY = '\(.*\)';/\1/p" tests/support/fakes/tmdb.ts)
work=$(mktemp -d)
fakes=
failed=0

docker info > /dev/null 2>&1 || { echo 'No Docker engine answers.' >&2; exit 2; }

finish() {
  [ -z "$fakes" ] || kill "$fakes" 2> /dev/null || true
  docker compose down -v --remove-orphans > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

# check NAME COMMAND...: the command's output is shown only where it fails.
check() {
  local name=$1
  shift
  if "$@" > "$work/out" 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    sed 's/^/        /' "$work/out" | tail -n 20
    failed=$((failed + 1))
  fi
}

# within SECONDS COMMAND...: tries until it succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

get() { curl -fsS --max-time 5 "http://127.0.0.1:$PORT$1"; }
has() { get "$1" | grep "$2" > /dev/null; }
is_ready() { has /readyz '"ready":true'; }
is_unready() { ! is_ready; }
id_of() { docker compose ps -aq "$1"; }
inspect() { docker inspect -f "$2" "$(id_of "$1")"; }
in_app() { docker compose exec -T app "$@"; }
sql() { docker compose exec -T database psql -qtAX -v ON_ERROR_STOP=1 -U matinee -c "$1"; }
# `docker kill` would count as a stop by hand, after which the engine restarts nothing.
kill_hard() { kill -9 "$(inspect "$1" '{{.State.Pid}}')"; }

page_is_served() { has / '<title>Matinee</title>'; }
film_is_found() { has '/catalogue/3/search/multi?query=living%20dead' 'Night of the Living Dead'; }
image_is_small() {
  local mb=$(($(docker image inspect -f '{{.Size}}' matinee) / 1000000))
  echo "        image: $mb MB" >&3
  [ "$mb" -lt "$MAX_IMAGE_MB" ]
}
image_has_no_modules() { ! in_app sh -c 'find /app -name node_modules | grep .'; }
app_is_not_root() { [ "$(in_app id -u)" = 1000 ]; }
root_is_read_only() { ! in_app touch /app/x /usr/x; }
database_is_inside() {
  [ "$(inspect database '{{range $n, $_ := .NetworkSettings.Networks}}{{$n}} {{end}}')" = 'matinee-check_inside ' ] &&
    [ "$(docker network inspect -f '{{.Internal}}' matinee-check_inside)" = true ] &&
    [ -z "$(docker compose port database 5432 2> /dev/null | grep -v ':0$')" ]
}
password_is_hidden() {
  local secret
  secret=$(in_app sed 's/.*:\([^:@]*\)@.*/\1/' /password/database-url)
  [ "${#secret}" -ge 32 ] && ! in_app cat /password/postgres-password &&
    ! docker inspect "$(id_of app)" "$(id_of database)" | grep "$secret" &&
    ! docker compose logs 2>&1 | grep "$secret"
}
wrong_password_is_refused() {
  ! docker compose exec -T -e PGPASSWORD=wrong database psql -h database -U matinee -c 'SELECT 1'
}
row_is_kept() {
  [ "$(sql 'SELECT count(*) FROM challenges')" = 1 ]
}
add_row() {
  sql "INSERT INTO challenges (code, flow, expires_at)
       VALUES ('00000000-0000-4000-8000-000000000000', 'login', now() + interval '1 day')"
}
starts_are() { [ "$(inspect app '{{.RestartCount}}')" = "$1" ]; }

start_fakes() {
  local bridge
  bridge=$(docker network inspect bridge -f '{{(index .IPAM.Config 0).Gateway}}')
  node scripts/fake-tmdb.ts "$FAKE_PORT" "$bridge" > "$work/asked" 2>&1 &
  fakes=$!
}
fake_was_asked() { grep '/3/search/multi' "$work/asked"; }
tmdb_film_is_found() {
  cat > "$work/fakes.yml" << YAML
services:
  app:
    extra_hosts: ['host.docker.internal:host-gateway']
    environment:
      TMDB_READ_API_KEY: '$FAKE_KEY'
      TMDB_URL: http://host.docker.internal:$FAKE_PORT/3
      TMDB_FALLBACK_URL: http://host.docker.internal:$FAKE_PORT/3
YAML
  docker compose -f docker-compose.yml -f "$work/fakes.yml" up -d --wait app
  within 20 film_is_found || { cat "$work/asked"; return 1; }
  within 10 fake_was_asked
}

exec 3>&1
finish # of a run that was killed
work=$(mktemp -d)

check 'docker compose up --build --wait' docker compose up -d --build --wait
[ "$failed" = 0 ] || { docker compose logs --tail 30; exit 1; }
check 'the page is served' page_is_served
check '/readyz is 200' is_ready
check 'a film is found in the open collection' film_is_found
check "the image is smaller than $MAX_IMAGE_MB MB" image_is_small
check 'the image has no node_modules' image_has_no_modules
check 'the app is not root' app_is_not_root
check 'the root file system is read-only' root_is_read_only
check 'the database is on the inner network alone' database_is_inside
check 'the password is in no setting and no log' password_is_hidden
check 'a wrong password is refused' wrong_password_is_refused
check 'a row is written' add_row

kill_hard database
check 'the database killed: not ready' within 10 is_unready
check 'the database back: ready' within 60 is_ready
check 'the app lived through it' starts_are 0
check 'the row is there' row_is_kept

kill_hard app
check 'the app killed: started again, ready' within 60 is_ready
check 'by the engine' starts_are 1

check 'docker compose down' docker compose down
check 'docker compose up again' docker compose up -d --wait
check 'the row is there still' row_is_kept
start_fakes
check 'a film is found at TMDB (a fake on the host)' tmdb_film_is_found

[ "$failed" = 0 ] && echo 'Docker: all well' || echo "Docker: $failed failed"
[ "$failed" = 0 ]
