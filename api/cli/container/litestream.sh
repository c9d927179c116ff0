#!/bin/sh
# Runs Litestream for the service's database file. It stops for 40 seconds once a day, because the service can empty
# its write-ahead log only then, and whenever a restore has put another file in the place of the one that it has open.
export LITESTREAM_URL="${LITESTREAM_URL:-file:///backups/litestream}"
database=${DATABASE:-/data/alumni.db}
trap 'kill "$pid" && wait "$pid"; exit 0' TERM INT
while :; do
  litestream replicate -config "${CONFIG:-/etc/litestream.yml}" &
  pid=$!
  file=$(stat -c %i "$database")
  seconds=0
  while [ "$seconds" -lt "${RUN_SECONDS:-86400}" ] && kill -0 "$pid" && [ "$(stat -c %i "$database")" = "$file" ]; do
    sleep 5 &
    wait $!
    seconds=$((seconds + 5))
  done
  kill "$pid"
  wait "$pid"
  sleep 40 &
  wait $!
done
