#!/bin/sh
# Becomes the drawing process: $1 is Deno, $2 a new folder for its socket, $3 the id of the service's process.
# It gets none of the service's variables, which have secrets in them.
set -e
cd "$(dirname "$0")/../.."
# Where memory is short, Linux ends a drawing and not the service.
echo 500 2>/dev/null >/proc/self/oom_score_adj || true
exec env -i PATH="$PATH" HOME="$HOME" ${DENO_DIR:+"DENO_DIR=$DENO_DIR"} NO_COLOR=1 nice -n 5 \
  "$1" run --no-prompt --no-remote --allow-run=sh --allow-read="$2" --allow-write="$2" \
  --allow-net="unix:$2/socket" api/drawing/drawing-process.ts "$2/socket" "$3"
