import { setTimeout } from "node:timers/promises";
import type { Aim } from "./cannon.ts";

/** A running server program. */
export interface Program extends Aim {
  stop(): Promise<void>;
}

/** Starts another project's program on a free port. Resolves once its health check answers. */
export async function startProgram(
  path: string,
  argumentsFor: (port: number) => readonly string[],
  health: string,
): Promise<Program> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const child = new Deno.Command(path, {
    args: [...argumentsFor(port)],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0;; tries++) {
    const answer = await fetch(origin + health).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) break;
    if (tries === 100) throw new Error(`${path} doesn't answer`);
    await setTimeout(100);
  }
  return { origin, pid: child.pid, stop: () => end(child) };
}

/** Starts a file of ours in Deno. It reads JSON from its input and prints its port. */
export async function startOwnProgram(file: string, input: unknown): Promise<Program> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", file],
    env: { NODE_ENV: "production" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { value } = await child.stdout.getReader().read();
  const origin = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`;
  return { origin, pid: child.pid, stop: () => end(child) };
}

async function end(child: Deno.ChildProcess): Promise<void> {
  child.kill();
  await child.status;
}

/** The JSON of an answer. @throws {Error} If the status isn't a success. */
export async function ask<T>(
  origin: string,
  method: string,
  path: string,
  { body, headers = {} }: {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<T> {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}
