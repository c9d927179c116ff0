#!/bin/sh
# Keeps a drawing process beside the service: $1 is Deno, $2 a new folder for its socket, $3 the id of the
# service's process. Starts it again when it dies; ends it at SIGHUP, and within a second of the service's end.
cd "$(dirname "$0")/../.." || exit
deno=$1 folder=$2 service=$3 hung_up=
# A service that stops still answers what it was asked: this ends after it.
trap '' INT TERM
trap hung_up=1 HUP
# Another user's process can't be signaled, and is there.
is_needed() { [ -z "$hung_up" ] && { kill -0 "$service" || [ -e "/proc/$service" ]; }; }

# Becomes the drawing process. It gets none of the service's variables, which have secrets in them. Where there is
# setsid, its group is its own.
draw() {
  # Where memory is short, Linux ends a drawing and not the service.
  echo 500 >/proc/self/oom_score_adj
  exec 2>&3 3>&- $(command -v setsid) \
    env -i PATH="$PATH" HOME="$HOME" ${DENO_DIR:+"DENO_DIR=$DENO_DIR"} NO_COLOR=1 nice -n 5 \
    "$deno" run --no-prompt --no-remote --allow-run=sh --allow-read="$folder" --allow-write="$folder" \
    --allow-net="unix:$folder/socket" api/drawing/drawing-process.ts "$folder/socket" $$
}

# Says nothing itself, such as that a process has ended.
exec 3>&2 2>/dev/null
while is_needed; do
  rm -f "$folder/socket"
  draw &
  drawing=$!
  while is_needed && kill -0 "$drawing"; do
    sleep 1 3>&- &
    wait "$!"
  done
  kill -HUP "$drawing"
  wait "$drawing"
  # What it left behind: one file is drawn at a time.
  kill -s KILL -- "-$drawing"
done
rm -rf "$folder"
