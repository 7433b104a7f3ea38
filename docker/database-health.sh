#!/bin/sh
# Asks as the server does: over the network, by name and password, its own database.
PGPASSWORD=$(cat /password/postgres-password) PGCONNECT_TIMEOUT=3 \
  exec psql -qtAX -h "$HOSTNAME" -U matinee -d matinee -c 'SELECT 1' > /dev/null
