#!/bin/bash
# Starts PgBouncer in transaction mode. The server's address of the database has the password.
set -euo pipefail
url=$(cat /password/database-url)
password=${url#postgresql://matinee:}
password=${password%%@*}
umask 077
printf '"matinee" "%s"\n' "$password" > /run/pooler/users.txt
cat > /run/pooler/pgbouncer.ini << INI
[databases]
matinee = host=database port=5432
[pgbouncer]
listen_addr = *
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /run/pooler/users.txt
pool_mode = transaction
default_pool_size = 60
max_client_conn = 2000
INI
exec pgbouncer /run/pooler/pgbouncer.ini
