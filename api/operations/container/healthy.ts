/**
 * Whether the node in this container can serve: ends with 0 when it says that it is ready, also when
 * a part of it is stood in for, and with 1 otherwise.
 *
 * @module
 */
/** Where the node listens, in its container. */
const port = Deno.args[0] ?? "8000";
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
Deno.exit(answer?.ok ? 0 : 1);
