/**
 * Whether the node in this container can serve: ends with 0 when it is ready or degraded, and with 1 otherwise.
 *
 * @module
 */
/** Where the node listens, in its container. */
const port = Deno.args[0] ?? "8000";
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
Deno.exit(answer?.ok ? 0 : 1);
