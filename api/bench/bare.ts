import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Recorded } from "./bare-server.ts";
import type { Shot } from "./cannon.ts";

/** A bare Hono route with the product's own bytes. */
export interface BareServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** With more addresses than these, all that differ only by their query get one answer. */
const mostRecorded = 500;

/** Asks the product once for each of these, and starts a server that answers the same. */
export async function startBareServer(origin: string, shots: readonly Shot[]): Promise<BareServer> {
  const recorded = new Map<string, Recorded>();
  const isShort = shots.length > mostRecorded;
  for (const shot of shots) {
    const path = isShort ? new URL(shot.path, origin).pathname : shot.path;
    const name = `${shot.method} ${path}`;
    if (!recorded.has(name)) recorded.set(name, { ...await record(origin, shot), path });
  }
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, JSON.stringify([...recorded.values()]));
  const script = new URL("bare-server.ts", import.meta.url).pathname;
  const child = spawn(Deno.execPath(), ["run", "-A", script, file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await new Promise((resolve) =>
    child.stdout?.once("data", (line) => resolve(Number(line)))
  );
  await rm(file);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.stdin?.end();
      await gone;
    },
  };
}

async function record(origin: string, { method, path, headers, body }: Shot): Promise<Recorded> {
  const answer = await fetch(origin + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return {
    method,
    path,
    status: answer.status as ContentfulStatusCode,
    type: answer.headers.get("Content-Type") ?? "text/plain",
    body: Buffer.from(await answer.arrayBuffer()).toString("base64"),
  };
}
