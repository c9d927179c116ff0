import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./database.ts";

/** A real server in a process of its own, which can be killed and started again. */
export interface ServerProcess {
  readonly url: string;
  /** Folder of its files. */
  readonly folder: string;
  start(): Promise<void>;
  /** Kills it without a clean shutdown. */
  kill(): Promise<void>;
  /** Makes it accept connections but answer none, from when this resolves until `resume`. */
  pause(): Promise<void>;
  resume(): void;
}

export interface ServerProcessOptions {
  readonly program: string;
  readonly args: (folder: string, address: string) => readonly string[];
  /** Address that responds with success once the server can be used. */
  readonly health: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Prepares its folder before the first start. */
  readonly prepare?: (folder: string, address: string) => Promise<void>;
}

/** A server for the running test, removed after it. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { program, args, health, environment } = options;
  const folder = join(await temporaryFolder(), "data");
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  let child: ChildProcess | undefined;

  async function kill() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child?.once("exit", () => resolve()));
    process.kill(child.pid ?? 0, "SIGKILL");
    await gone;
    child = undefined;
  }

  const server: ServerProcess = {
    url,
    folder,
    async start() {
      const env = { ...process.env, ...environment };
      child = spawn(program, args(folder, address), { stdio: "ignore", env });
      await answering(`${url}${health}`);
    },
    kill,
    async pause() {
      const pid = child?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      // A running thread may still answer.
      const states = () => threadStates(pid);
      while ((await states()).some((state) => state !== "T")) await delay(1);
    },
    resume: () => void process.kill(child?.pid ?? 0, "SIGCONT"),
  };
  await options.prepare?.(folder, address);
  await server.start();
  onTestFinished(kill);
  return server;
}

async function answering(url: string): Promise<void> {
  const endMs = performance.now() + 60_000;
  for (;;) {
    try {
      const answer = await fetch(url);
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not yet.
    }
    if (performance.now() > endMs) throw new Error(`${url} doesn't answer`);
    await delay(20);
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
