#!/bin/sh
# Start script of the service: builds what browsers load when it is missing or old ("--built" leaves that out),
# starts the drawing process, and becomes the server. "npm start", the systemd unit and the container run it.
set -e
cd "$(dirname "$0")/../.."
where='console.log(Deno.execPath())'
deno=$(node_modules/.bin/deno eval "$where" 2>/dev/null || deno eval "$where" 2>/dev/null) || true
if [ -z "$deno" ]; then
  echo 'Deno is missing or incomplete. Run "npm ci"' >&2
  exit 1
fi
if [ "$1" != --built ]; then
  "$deno" run $(cat api/operations/tasks/permissions.txt) api/operations/packages.ts
  "$deno" run -A web/build-if-needed.ts
fi
# Its name is short, as a socket's has to be, and has no space.
drawing=$(mktemp -d /tmp/alumni-connect.XXXXXX)
permissions=$("$deno" run --no-prompt --no-remote --allow-env --allow-read api/config/permissions.ts "$drawing")
# It sees when the process that this one becomes has ended.
api/drawing/start.sh "$deno" "$drawing" $$ &
# One word for each: no path in them has a space.
exec "$deno" run $permissions api/main.ts --drawing="$drawing/socket"
