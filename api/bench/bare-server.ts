/**
 * A bare Hono route that returns the same bytes as the product does, in a process of its own: what
 * an answer costs when nothing has to be known for it. Prints its port; ends with its input.
 *
 *     bare-server.ts <file: JSON list of { method, path, status, type, body in base64 }>
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The answer to each method and path with its query. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly body: string;
}

const [file = ""] = Deno.args;
const recorded: Recorded[] = JSON.parse(await Deno.readTextFile(file));
const answers = new Map(
  recorded.map(({ method, path, status, type, body }) => [
    `${method} ${path}`,
    { status, type, bytes: new Uint8Array(Buffer.from(body, "base64")) },
  ]),
);
const app = new Hono().all("*", (c) => {
  const { pathname, search } = new URL(c.req.url);
  const named = `${c.req.method} ${pathname}`;
  const answer = answers.get(named + search) ?? answers.get(named);
  if (answer === undefined) return c.notFound();
  return c.body(answer.bytes, answer.status, { "Content-Type": answer.type });
});
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
console.log(server.addr.port);
await Deno.stdin.read(new Uint8Array(1));
Deno.exit(0);
