#!/usr/bin/env bash
# Tests the image and the compose file on a real engine: builds, starts, breaks and restarts them with separate project
# names, and removes everything. Not part of `npm test`, because it needs Docker and installed packages.
# Checks of .env and git run in a clone of the last commit.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tests' fakes need the pinned Node.
export PATH=$PWD/node_modules/.bin:$PATH
export COMPOSE_PROJECT_NAME=matinee-check
export PORT=${PORT:-18080}
# An address that engines don't publish on by default.
export HOST=${HOST:-127.0.0.2}
MAX_IMAGE_MB=300
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

# check NAME COMMAND...: shows the command's output only if it fails.
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

# within SECONDS COMMAND...: retries until the command succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

get() { curl -fsS --max-time 5 "http://${HOST:-127.0.0.1}:$PORT$1"; }
has() { get "$1" | grep "$2" > /dev/null; }
is_ready() { has /readyz '"ready":true'; }
is_unready() { ! is_ready; }
id_of() { docker compose ps -aq "$1"; }
inspect() { docker inspect -f "$2" "$(id_of "$1")"; }
in_app() { docker compose exec -T app "$@"; }
sql() { docker compose exec -T database psql -qtAX -v ON_ERROR_STOP=1 -U matinee -c "$1"; }
# `docker kill` would count as a manual stop, after which the engine doesn't restart the container.
# A starting container has process ID 0, which for `kill` means this script and all of its processes.
kill_hard() {
  local pid=0
  for _ in $(seq 100); do
    pid=$(inspect "$1" '{{.State.Pid}}')
    [ "$pid" -gt 0 ] && break
    sleep 0.05
  done
  [ "$pid" -gt 0 ] && kill -9 "$pid"
}

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
  [ "$(sql "SELECT value FROM counters WHERE name = 'row'")" = 7 ]
}
add_row() {
  sql "INSERT INTO counters (name, labels, day, value) VALUES ('row', '', current_date, 7)"
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


cpu_ms() {
  docker compose exec -T "$1" sh -c 'cat /sys/fs/cgroup/cpuacct/cpuacct.usage 2> /dev/null || sed -n "s/usage_usec \(.*\)/\1000/p" /sys/fs/cgroup/cpu.stat' |
    awk '{ print int($1 / 1000000) }'
}
idle_cpu_is_said() {
  local service before
  for service in app database; do
    before=$(cpu_ms "$service")
    sleep 30
    echo "        $service: $(($(cpu_ms "$service") - before)) ms of processor time in 30 idle seconds" >&3
  done
}
limits_are_set() {
  local service
  for service in app database; do
    [ "$(inspect "$service" '{{.HostConfig.LogConfig.Config}} {{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}')" = \
      'map[max-file:3 max-size:10m] 1073741824 200' ] || return 1
  done
  in_app df -k /tmp | grep 65536
}
address_is_published() {
  docker compose logs app | grep "ready at http://$HOST:$PORT$" &&
    [ "$(docker compose port app 8080)" = "$HOST:$PORT" ]
}
image_has_labels() {
  local label=org.opencontainers.image
  REVISION=abc123 docker compose build app
  [ "$(docker image inspect -f "{{index .Config.Labels \"$label.version\"}} {{index .Config.Labels \"$label.revision\"}}" matinee)" = \
    "$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json) abc123" ]
}
full_image_has_ffmpeg() {
  docker compose -f docker-compose.yml -f docker-compose.full.yml up -d --wait app &&
    in_app ffmpeg -hide_banner -encoders | grep libx264 &&
    [ "$(in_app id -u)" = 1000 ] &&
    echo "        full image: $(($(docker image inspect -f '{{.Size}}' matinee-full) / 1000000)) MB" >&3
}

# The database role that the server uses.
role_is_plain() {
  [ "$(sql 'SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls FROM pg_roles WHERE rolname = current_user')" = f ] &&
    [ "$(sql "SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tableowner <> 'matinee'")" = 0 ]
}
superuser_is_local() { ! docker compose exec -T -e PGPASSWORD="$(in_app sed 's/.*:\([^:@]*\)@.*/\1/' /password/database-url)" database sh -c 'psql -h $HOSTNAME -U postgres -c "SELECT 1"'; }
in_volume() { docker compose run --rm --no-deps -T --entrypoint bash database -euc "cd /var/lib/postgresql/data; rm -rf pgdata; $1"; }
OLD_CLUSTER="initdb -D pgdata -U matinee > /dev/null; echo 'host all all all scram-sha-256' >> pgdata/pg_hba.conf"
OLD_DATABASE="echo 'CREATE DATABASE matinee' | postgres --single -D pgdata postgres > /dev/null; echo 'CREATE TABLE kept (id serial)' | postgres --single -D pgdata matinee > /dev/null"

# first_start_killed SECONDS: kills the database this long after the beginning of its first start.
first_start_killed() {
  local up pid
  docker compose down -v
  docker compose up -d & up=$!
  within 60 database_runs
  sleep "$1"
  kill_hard database
  wait "$up" || true
  docker compose up -d --wait && is_ready
}
database_runs() { [ "$(inspect database '{{.State.Pid}}' 2> /dev/null || echo 0)" != 0 ]; }
# old_volume COMMANDS: starts with a volume that an older version left in this state.
old_volume() {
  docker compose down -v
  in_volume "$1"
  docker compose up -d --wait && is_ready && role_is_plain
}
old_data_is_kept() { old_volume "$OLD_CLUSTER; $OLD_DATABASE" && sql 'INSERT INTO kept DEFAULT VALUES; DROP TABLE kept'; }
new_password_is_taken() {
  docker compose down && docker volume rm "${COMPOSE_PROJECT_NAME}_password" && docker compose up -d --wait && is_ready
}

# The manual's pages with commands for Docker, in reading order. tests/process/manual.test.ts compares them.
MANUAL='README.md docs/install.md docs/accounts.md docs/operate.md docs/troubleshooting.md'
# manual_blocks PAGE [HEADING]: writes the page's or section's blocks of Docker commands to $work/block-*.
manual_blocks() {
  rm -f "$work"/block-*
  awk -v out="$work/block-" -v heading="${2:-}" '
    /^## / { here = heading == "" || $0 == "## " heading }
    BEGIN { here = heading == "" }
    /^ *```sh$/ { on = here; text = ""; next }
    on && /^ *```$/ { on = 0; if (("\n" text) ~ /\n *docker /) printf "%s", text > (out sprintf("%03d", ++n)); next }
    on { text = text $0 "\n" }' "$1"
  ls "$work"/block-* > /dev/null
}
# run_blocks: runs the blocks in order, in this folder.
run_blocks() {
  local block
  for block in "$work"/block-*; do
    sed "s#postgresql://user:password@host:5432/name#${OLD_SERVER:-}#" "$block" > "$work/commands"
    bash -euo pipefail "$work/commands" || { cat "$work/commands"; return 1; }
  done
}
# operate SECTION: runs the commands of this section of docs/operate.md, outside of the repository.
operate() { manual_blocks docs/operate.md "$1" && here=$PWD && (cd "$work" && COMPOSE_FILE=$here/docker-compose.yml run_blocks); }
page_works() { manual_blocks "$1" && run_blocks && within 60 is_ready; }
# A database of another server, like that of tests/support/source-database.ts, beside the app's database.
old_server_is_there() {
  docker compose exec -T database psql -U postgres -qc 'CREATE DATABASE old OWNER matinee' &&
    sed -n '/^const ORIGINAL = `/,/`;$/p' tests/support/source-database.ts | sed '1d; s/`;$//' |
    docker compose exec -T database psql -U matinee -q -v ON_ERROR_STOP=1 old &&
    OLD_SERVER=$(in_app cat /password/database-url | sed 's#/matinee$#/old#')
}
secrets() { in_app sh -c 'cat /data/secrets/*'; }
backup_is_restored() {
  secrets > "$work/secrets-before"
  operate 'Back up' && docker compose down -v && operate Restore &&
    row_is_kept && secrets | cmp - "$work/secrets-before" && is_ready
}
backup_is_restored_over() { sql 'DELETE FROM counters' && operate Restore && row_is_kept; }
secrets_of_root_are_taken_over() {
  docker compose cp app:/data/secrets "$work/copied" && chown -R 0:0 "$work/copied" && docker compose stop app &&
    docker compose cp "$work/copied/." app:/data/secrets && docker compose up -d --wait &&
    secrets | cmp - "$work/secrets-before" && [ "$(in_app stat -c %u /data/secrets/crypto-secret)" = 1000 ]
}

make_clone() {
  git clone -q . "$work/clone"
  cd "$work/clone"
  git config user.email check@example.org
  git config user.name check
}
revision_runs() { has /meta "\"revision\":\"$(git rev-parse HEAD)\"" && docker compose logs app | grep "$(git rev-parse HEAD)"; }
new_commit_runs() {
  docker compose up -d --wait && revision_runs || return 1
  git commit -q --allow-empty -m next
  docker compose up -d --wait && revision_runs
}
# The override file of docs/install.md, with this check's folders.
own_films_are_offered() {
  mkdir -p "$work/films" secrets
  echo film > "$work/films/Own Reel (1971).mp4"
  echo film > "$work/films/Locked Reel (1972).mp4"
  chmod 755 "$work" "$work/films"
  chmod 600 "$work/films/Locked Reel (1972).mp4"
  printf %s "$FAKE_KEY" > secrets/tmdb
  awk '/^```$/ { on = 0 } on { print } /^```yaml$/ { on = 1 }' docs/install.md |
    sed "s#/srv/movies:#$work/films:#" > docker-compose.override.yml
  right_env "MEDIA_FOLDERS=/movies
TMDB_READ_API_KEY_FILE=/secrets/tmdb" && within 20 films_are_reported && has /config.js 'VITE_OPEN_CATALOGUE.*false' || return 1
  rm docker-compose.override.yml
}
films_are_reported() {
  docker compose logs app | grep '1 video in 1 folder' | grep 'EACCES.*Locked Reel (1972).mp4'
}
# wrong_env TEXT MESSAGE: with this .env, nothing starts and the output contains the reason.
wrong_env() {
  docker compose down
  printf '%s\n' "$1" > .env
  ! docker compose up -d || return 1
  docker compose logs prepare | grep -F "$2" && [ "$(inspect app '{{.State.Status}}')" = created ]
}
right_env() {
  docker compose down
  printf '%s\n' "$1" > .env
  docker compose up -d --wait
}
dollar_arrives() { right_env "WEBDAV_PASSWORD='pa\$word1'" && [ "$(in_app printenv WEBDAV_PASSWORD)" = 'pa$word1' ]; }
example_works() {
  # The environment sets this machine's address for the check, and overrides .env.
  right_env "$(sed 's/^#\([A-Z_]*=\)/\1/' .env.example)" && is_ready
}
exec 3>&1
finish # of a run that was killed
work=$(mktemp -d)

check 'docker compose up --wait' docker compose up -d --wait
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
check 'the server is no superuser of the database, and owns what is in it' role_is_plain
check 'the superuser cannot come over the network' superuser_is_local
check 'log, memory, processes and /tmp are limited' limits_are_set
check 'HOST and PORT are published, and said' address_is_published
check 'processor time of the health checks' idle_cpu_is_said
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
check 'what the manual says backs up and restores into a new installation' backup_is_restored
check 'and over the old one' backup_is_restored_over
check 'secrets that root copied are taken over' secrets_of_root_are_taken_over
check 'a lost volume of the password is made anew' new_password_is_taken
start_fakes
check 'the full image has ffmpeg' full_image_has_ffmpeg
check 'a film is found at TMDB (a fake on the host)' tmdb_film_is_found

for moment in 0.1 0.6 1.2 1.8 2.4; do
  check "a first start whose database is killed after $moment s heals at the next" first_start_killed "$moment"
done
check 'so does one that an earlier version left during initdb' old_volume 'mkdir pgdata; echo 17 > pgdata/PG_VERSION'
check 'and one before it made the database' old_volume "$OLD_CLUSTER"
check 'what an earlier version has kept is kept, and is no longer the superuser'"'"'s' old_data_is_kept

make_clone
check 'the commit that is checked out is the one that runs' new_commit_runs
check 'the image has its version and commit as labels' image_has_labels
check 'a database of another server stands beside the one of the app' old_server_is_there
for page in $MANUAL; do
  check "the commands for Docker in $page work in their order" page_works "$page"
done
check 'a value with $ arrives as it is written' dollar_arrives
check 'every example of .env.example can be uncommented' example_works
check 'films and secrets of the manual'"'"'s override file are used, and what cannot be read is named' own_films_are_offered
check 'a value that Compose reads differently is named' wrong_env 'WEBDAV_PASSWORD=pa$word1' 'Docker Compose reads WEBDAV_PASSWORD in .env differently'
check 'a misspelt option is named' wrong_env 'TMDB_READ_API_KY=x' 'Did you mean TMDB_READ_API_KEY?'
check 'wrong values are named, and nothing restarts' wrong_env 'STREAM_RELAY=some' 'STREAM_RELAY must be'

[ "$failed" = 0 ] && echo 'Docker: all well' || echo "Docker: $failed failed"
[ "$failed" = 0 ]
