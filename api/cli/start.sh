#!/bin/sh
# Start script of the service: builds what browsers load when it is missing or old ("--built" leaves that out),
# starts the drawing process, and becomes the server. "npm start", "deno task", the systemd unit and the
# container run it.
set -e
cd "$(dirname "$0")/../.."
where='console.log(Deno.execPath())'
path_of() { echo "$where" | "$1" run --no-prompt - 2>/dev/null; }
deno=$(path_of node_modules/.bin/deno) || true
# "deno task" looks into node_modules/.bin first, whose program needs Node.
IFS=:
for folder in $PATH; do
  [ -n "$deno" ] || deno=$(path_of "$folder/deno") || true
done
unset IFS
if [ -z "$deno" ]; then
  echo 'Deno is missing or incomplete. Run "npm ci"' >&2
  exit 1
fi
if [ "$1" != --built ]; then
  "$deno" run $(cat api/cli/packages.txt) api/cli/packages.ts
  "$deno" run $(cat web/build.txt) web/build-if-needed.ts
fi
# Its name is short, as a socket's has to be.
drawing=$(mktemp -d /tmp/alumni-connect.XXXXXX)
# This may read any file, since the variables name some. What it prints is quoted for the shell.
permissions=$(
  "$deno" run --no-prompt --no-remote --allow-env --allow-read api/config/permissions.ts "$drawing"
) || { rmdir "$drawing"; exit 1; }
# It sees when the process that this one becomes has ended.
api/drawing/start.sh "$deno" "$drawing" $$ &
eval "exec \"\$deno\" run $permissions api/main.ts --drawing=\"\$drawing/socket\""
