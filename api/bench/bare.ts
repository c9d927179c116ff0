/**
 * A bare Hono route that returns the same bytes as the product: the cost of an answer without any work. As a program,
 * it reads the answers from its input, prints its port, and serves.
 *
 * @module
 */
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Shot } from "./cannon.ts";
import { startOwnProgram } from "./programs.ts";

interface CapturedAnswer {
  readonly path: string;
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly base64: string;
}

/** Requests each path once from the product, and starts a server that gives the same answers for any query. */
export async function startBareServer(origin: string, shots: readonly Shot[]) {
  const byPath = new Map(shots.map((shot) => [new URL(shot.path, origin).pathname, shot]));
  const captured: CapturedAnswer[] = [];
  for (const [path, shot] of byPath) {
    const answer = await fetch(origin + shot.path, shot);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    captured.push({
      path,
      status: answer.status as ContentfulStatusCode,
      type: answer.headers.get("Content-Type") ?? "text/plain",
      base64: (await answer.bytes()).toBase64(),
    });
  }
  return await startOwnProgram(new URL(import.meta.url).pathname, captured);
}

if (import.meta.main) {
  const captured: readonly CapturedAnswer[] = await new Response(Deno.stdin.readable).json();
  const answers = new Map(
    captured.map((one) => [one.path, { ...one, bytes: Uint8Array.fromBase64(one.base64) }]),
  );
  const app = new Hono().all("*", (c) => {
    const answer = answers.get(c.req.path);
    if (answer === undefined) return c.notFound();
    return c.body(answer.bytes, answer.status, { "Content-Type": answer.type });
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(server.addr.port);
}
