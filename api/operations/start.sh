#!/bin/sh
# Start script of the service: builds what browsers load when it is missing or old, and then becomes
# the server, as one process that every signal reaches. "npm start" and the systemd unit run it.
set -e
cd "$(dirname "$0")/../.."
where='console.log(Deno.execPath())'
deno=$(node_modules/.bin/deno eval "$where" 2>/dev/null || deno eval "$where" 2>/dev/null) || true
if [ -z "$deno" ]; then
  echo 'Deno is missing or incomplete. Run "npm ci"' >&2
  exit 1
fi
"$deno" run $(cat api/operations/tasks/permissions.txt) api/operations/packages.ts
"$deno" run -A web/build-if-needed.ts
permissions=$("$deno" run --no-prompt --no-remote --allow-env --allow-read api/config/permissions.ts)
# One word for each: no path in them has a space.
exec "$deno" run $permissions api/main.ts
