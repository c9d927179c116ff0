/**
 * A bare Hono route that returns the same bytes as the product, in a process of its own: what an answer costs when
 * nothing has to be known for it. As a program it reads what to answer from its input, prints its port, and serves.
 *
 * @module
 */
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Shot } from "./cannon.ts";
import { startOwnProgram } from "./programs.ts";

interface Recorded {
  readonly path: string;
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly base64: string;
}

/** Asks the product once for each path, and starts a server that answers the same, whatever the query. */
export async function startBareServer(origin: string, shots: readonly Shot[]) {
  const byPath = new Map(shots.map((shot) => [new URL(shot.path, origin).pathname, shot]));
  const recorded: Recorded[] = [];
  for (const [path, shot] of byPath) {
    const answer = await fetch(origin + shot.path, shot);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    recorded.push({
      path,
      status: answer.status as ContentfulStatusCode,
      type: answer.headers.get("Content-Type") ?? "text/plain",
      base64: (await answer.bytes()).toBase64(),
    });
  }
  return await startOwnProgram(new URL(import.meta.url).pathname, recorded);
}

if (import.meta.main) {
  const recorded: readonly Recorded[] = await new Response(Deno.stdin.readable).json();
  const answers = new Map(
    recorded.map((one) => [one.path, { ...one, bytes: Uint8Array.fromBase64(one.base64) }]),
  );
  const app = new Hono().all("*", (c) => {
    const answer = answers.get(c.req.path);
    if (answer === undefined) return c.notFound();
    return c.body(answer.bytes, answer.status, { "Content-Type": answer.type });
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(server.addr.port);
}
