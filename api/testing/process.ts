import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "../config/environment-error.ts";
import { permissionsOf } from "../config/permissions.ts";
import { defaultLimits } from "../auth/limits/rate-limits.ts";
import type { Choices } from "../main.ts";

/** The product in its own process, run like people do. */
export interface RunningProduct {
  /** Its origin, such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly pid: number;
  /** The process id of the script that runs the drawing process. */
  readonly drawingScriptPid: number;
  /** Resolves with its exit code, if any, once it has ended for any reason. */
  readonly ended: Promise<number | null>;
  /** Ends it with a signal. Resolves once it has ended. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Everything written to its outputs so far. */
  written(): string;
}

export interface StartOptions {
  readonly choices?: Choices;
  /** Replaces modules, such as libSQL's client. */
  readonly importMap?: string;
  /** Runs it as this user, if this is root. */
  readonly userId?: number | undefined;
  /** Nice value of the process. */
  readonly niceness?: number;
  /** Receives everything that the process writes, from the start. */
  readonly onWritten?: (text: string) => void;
}

/** The process ended before it was ready. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";

  constructor(readonly code: number | null, readonly written: string) {
    super(`It ended with code ${code}:\n${written}`);
  }
}

/** High limits, because people in tests do in a minute what others do in a year. */
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
 * Starts the product on a free port. Resolves once it is ready.
 *
 * @throws {NotStarted} With its output, if it ends before it is ready.
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
  // Starts it like people do, with the same permissions. Replaced modules may need more.
  const drawing = startDrawing(userId);
  const main = choices === undefined
    ? ["api/main.ts"]
    : ["api/testing/main.ts", JSON.stringify(choices)];
  const program = [...main, `--drawing=${drawing.socket}`];
  const started = importMap === undefined
    ? withPermissions(env, drawing.folder, program)
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

/** Starts a drawing process like `start.sh`, for a process started by this one. */
function startDrawing(userId: number | undefined) {
  const folder = mkdtempSync("/tmp/alumni-connect.");
  if (userId !== undefined) chownSync(folder, userId, userId);
  const script = join(productFolder, "api/drawing/start.sh");
  const command = [...as(userId), script, Deno.execPath(), folder, String(Deno.pid)];
  // Node's spawn would change the arguments of Deno.
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
      // The process may have ended before.
      ended.then(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

/** Runs it like `start.sh`, which stops at the permissions if the configuration is wrong. */
function withPermissions(
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

/** A prefix that runs a command as another user. */
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
      // Searches only the end, because searching all of a benchmark's long log would take longer than the measurement.
      for (const output of [child.stdout, child.stderr]) output?.off("data", read);
      resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    // Resolves after both outputs are read to the end.
    child.once("close", (code) => reject(new NotStarted(code, written)));
  });
}
