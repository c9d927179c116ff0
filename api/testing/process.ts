import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "../config/environment-error.ts";
import { permissionsOf } from "../config/permissions.ts";
import { defaultLimits } from "../auth/limits/rate-limits.ts";
import type { Choices } from "../main.ts";

/** The product in a process of its own, as people run it. */
export interface RunningProduct {
  /** Where it answers, such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly pid: number;
  /** Its script that keeps a drawing process. */
  readonly drawingScriptPid: number;
  /** Resolves with its exit code, if it has one, once it has ended, whatever ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it with a signal; resolves once it is gone. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Everything that it has written to its outputs. */
  written(): string;
}

export interface StartOptions {
  readonly choices?: Choices;
  /** Puts other modules in the place of some, such as libSQL's client. */
  readonly importMap?: string;
  /** Runs it as this user, which only root may. */
  readonly userId?: number | undefined;
  /** Nice value to start it with. */
  readonly niceness?: number;
  /** Receives everything that the process writes, also before it is ready. */
  readonly onWritten?: (text: string) => void;
}

/** It ended before it was ready. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";

  constructor(readonly code: number | null, readonly written: string) {
    super(`It ended with code ${code}:\n${written}`);
  }
}

/** People in tests do in a minute what others do in a year. */
export const highLimits = {
  limits: Object.fromEntries(
    Object.keys(defaultLimits).map((name) => [name, 1e6]),
  ) as typeof defaultLimits,
  connectionLimits: { openRequests: 1e6, requestsAWeek: 1e6, reportsADay: 1e6 },
  contactsADay: 1e6,
  liveLimits: { pages: 1e6, pagesPerMember: 1e6 },
} satisfies Choices;

export const productFolder = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts the product on a free port; resolves once it is ready.
 *
 * @throws {NotStarted} With what it wrote, when it ends before it is ready.
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  { choices, importMap, userId, niceness = 0, onWritten }: StartOptions = {},
): Promise<RunningProduct> {
  const env = {
    ...Deno.env.toObject(),
    PORT: "0",
    APP_ENV: "production",
    NO_COLOR: "1",
    ...environment,
  };
  // As people start it, permissions included; other modules may need more than they have.
  const drawing = startDrawing(userId);
  const main = choices === undefined
    ? ["api/main.ts"]
    : ["api/testing/main.ts", JSON.stringify(choices)];
  const program = [...main, `--drawing=${drawing.socket}`];
  const started = importMap === undefined
    ? asPeopleStart(env, drawing.folder, program)
    : ["-A", `--import-map=${importMap}`, ...program];
  const nice = niceness === 0 ? [] : ["nice", "-n", `${niceness}`];
  const command = [...nice, ...as(userId), Deno.execPath(), "run", ...started];
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: productFolder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (chunk) => {
      written += String(chunk);
      onWritten?.(String(chunk));
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.once("exit", drawing.stop);
  const origin = await readyAt(child);
  return {
    origin,
    pid: child.pid ?? NaN,
    drawingScriptPid: drawing.pid,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
    written: () => written,
  };
}

/** Starts a drawing process as `start.sh` does. It draws for a process of this one. */
function startDrawing(userId: number | undefined) {
  const folder = mkdtempSync("/tmp/alumni-connect.");
  if (userId !== undefined) chownSync(folder, userId, userId);
  const script = join(productFolder, "api/drawing/start.sh");
  const command = [...as(userId), script, Deno.execPath(), folder, String(Deno.pid)];
  // Node's own way would give a Deno among its arguments others.
  const child = new Deno.Command(command[0] ?? "", { args: command.slice(1) }).spawn();
  let isRunning = true;
  const ended = child.status.then(() => {
    isRunning = false;
  });
  return {
    folder,
    socket: join(folder, "socket"),
    pid: child.pid,
    stop() {
      if (isRunning) child.kill("SIGHUP");
      // It may have ended before it could do so.
      ended.then(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

/** As `start.sh` does, which for a wrong configuration gets no further than its permissions. */
function asPeopleStart(
  env: Readonly<Record<string, string>>,
  drawingFolder: string,
  program: readonly string[],
): string[] {
  try {
    return [...permissionsOf(env, [drawingFolder]), ...program];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return ["--no-prompt", "--allow-env", "--allow-read", "api/config/permissions.ts"];
  }
}

/** What to put before a command to have it run as a user. */
export function as(userId: number | undefined): string[] {
  const id = String(userId);
  return userId === undefined
    ? []
    : ["setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--"];
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    const read = (chunk: unknown) => {
      written += String(chunk);
      const address = /is ready at (http:\S+)/.exec(written)?.[1];
      if (address === undefined) return;
      // A benchmark's log is long: searching all of it for each line would take longer than what is measured.
      for (const output of [child.stdout, child.stderr]) output?.off("data", read);
      resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    // After its outputs are read to the end.
    child.once("close", (code) => reject(new NotStarted(code, written)));
  });
}
