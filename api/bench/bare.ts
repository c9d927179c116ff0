/**
 * A bare Hono route that returns the same bytes as the product, in a process of its own: what an answer costs when
 * nothing has to be known for it. As a program it reads what to answer from its input, prints its port, and serves.
 *
 * @module
 */
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Shot } from "./cannon.ts";

/** The answer to each method and path with its query. */
interface Recorded {
  readonly name: string;
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly base64: string;
}

/** With more addresses than these, all that differ only by their query get one answer. */
const mostRecorded = 500;

/** Asks the product once for each of these, and starts a server that answers the same. */
export async function startBareServer(origin: string, shots: readonly Shot[]) {
  const isShort = shots.length > mostRecorded;
  const byName = new Map(
    shots.map((shot) => [nameOf(shot.method, origin + shot.path, isShort), shot]),
  );
  const recorded: Recorded[] = [];
  for (const [name, { path, ...shot }] of byName) {
    const answer = await fetch(origin + path, shot);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    recorded.push({
      name,
      status: answer.status as ContentfulStatusCode,
      type: answer.headers.get("Content-Type") ?? "text/plain",
      base64: (await answer.bytes()).toBase64(),
    });
  }
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL(import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(recorded)));
  await writer.close();
  const { value } = await child.stdout.getReader().read();
  return {
    origin: `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`,
    async stop() {
      child.kill();
      await child.status;
    },
  };
}

function nameOf(method: string, url: string, isShort: boolean): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${isShort ? "" : search}`;
}

if (import.meta.main) {
  const recorded: readonly Recorded[] = await new Response(Deno.stdin.readable).json();
  const answers = new Map(
    recorded.map(({ name, status, type, base64 }) => [
      name,
      { status, type, bytes: Uint8Array.fromBase64(base64) },
    ]),
  );
  const app = new Hono().all("*", (c) => {
    const { method, url } = c.req;
    const answer = answers.get(nameOf(method, url, false)) ??
      answers.get(nameOf(method, url, true));
    if (answer === undefined) return c.notFound();
    return c.body(answer.bytes, answer.status, { "Content-Type": answer.type });
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(server.addr.port);
}
