import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { permissionsOf } from "../permissions.ts";

/** The product in a process of its own, as people run it. */
export interface RunningProduct {
  /** Where it answers, such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly pid: number;
  /** Resolves with its exit code, once it has ended by itself. */
  readonly ended: Promise<number | null>;
  /** Ends it with a signal; resolves once it is gone. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Everything that it has written to its outputs. */
  written(): string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts the product on a free port; resolves once it is ready.
 *
 * @throws {Error} With what it wrote, when it ends before it is ready.
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<RunningProduct> {
  const env = {
    ...Deno.env.toObject(),
    PORT: "0",
    APP_ENV: "production",
    NO_COLOR: "1",
    ...environment,
  };
  // As people start it, permissions included.
  const child = spawn(Deno.execPath(), ["run", ...permissionsOf(env), "api/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (chunk) => written += String(chunk));
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const origin = await readyAt(child);
  return {
    origin,
    pid: child.pid ?? NaN,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
    written: () => written,
  };
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    const read = (chunk: unknown) => {
      written += String(chunk);
      const address = /is ready at (http:\S+)/.exec(written)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`It ended with code ${code}:\n${written}`)));
  });
}
