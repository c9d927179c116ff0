/**
 * A real libSQL server for tests: a process of its own for each database, which can be killed and
 * started again. Needs the path of its program in LIBSQL_SERVER.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { describe, onTestFinished } from "vitest";
import { type Database, openDatabase } from "../database.ts";
import { temporaryFolder } from "./database.ts";

const program = process.env.LIBSQL_SERVER ?? "";

/** A `describe` that is skipped, saying so in one line, without a server. */
export function describeWithLibsqlServer(name: string, tests: () => void): void {
  const isThere = program !== "";
  if (!isThere) console.log(`${name}: skipped, since LIBSQL_SERVER does not name sqld`);
  describe.skipIf(!isThere)(name, { timeout: 60_000 }, tests);
}

export interface LibsqlServer {
  readonly url: string;
  /** Where it keeps its files. */
  readonly folder: string;
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Has it hold every connection and answer none, from when this resolves until `resume`. */
  pause(): Promise<void>;
  resume(): void;
}

/** An empty server for the running test; gone when the test is over. */
export async function startLibsqlServer(
  options: { readonly args?: readonly string[]; readonly environment?: Record<string, string> } =
    {},
): Promise<LibsqlServer> {
  const folder = join(await temporaryFolder(), "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function kill() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child?.once("exit", () => resolve()));
    process.kill(child.pid ?? 0, "SIGKILL");
    await gone;
    child = undefined;
  }

  const server: LibsqlServer = {
    url,
    folder,
    async start() {
      const address = `127.0.0.1:${port}`;
      child = spawn(program, [
        ...["--db-path", folder, "--http-listen-addr", address, "--no-welcome"],
        ...options.args ?? [],
      ], { stdio: "ignore", env: { ...process.env, ...options.environment } });
      await answering(url);
    },
    kill,
    async pause() {
      const pid = child?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      // A thread that is running may still answer.
      const states = () => threadStates(pid);
      while ((await states()).some((state) => state !== "T")) await delay(1);
    },
    resume: () => void process.kill(child?.pid ?? 0, "SIGCONT"),
  };
  await server.start();
  onTestFinished(kill);
  return server;
}

/** An empty database on a server of its own. */
export async function databaseOnServer(): Promise<Database> {
  const { url } = await startLibsqlServer();
  const database = await openDatabase({ url, durability: "full" });
  onTestFinished(() => database.close());
  return database;
}

async function answering(url: string): Promise<void> {
  const endMs = performance.now() + 20_000;
  for (;;) {
    try {
      const answer = await fetch(`${url}/health`);
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not yet.
    }
    if (performance.now() > endMs) throw new Error("The libSQL server does not answer");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? address?.port ?? 0 : 0;
}

/** How the system describes each thread of a process: `T` for stopped. */
async function threadStates(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  return await Promise.all(threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "";
  }));
}
