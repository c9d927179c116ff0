/** Whether this container's node can serve: exits with 0 if ready or degraded, otherwise with 1. */
/** The node's port in its container. */
const port = Deno.args[0] ?? "8000";
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
Deno.exit(answer?.ok ? 0 : 1);
