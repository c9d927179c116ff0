import { spawn } from "node:child_process";
import { keepFilesPrivate } from "../node/private-files.ts";
import { messageOf } from "../cli/tasks/task.ts";
import { productFolder } from "./process.ts";
import { variablesOf } from "./product-for-test.ts";

/** The exit code and output of a command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Added to the test's variables. `DATA_DIR` is the data folder to use. */
  readonly environment: Readonly<Record<string, string>>;
  /** Replaces modules, such as libSQL's client. */
  readonly importMap?: string;
  /** Text for stdin. */
  readonly input?: string;
  /** Receives the command's stderr as it is written. */
  readonly onProgress?: (text: string, interrupt: () => void) => void;
}

/** Runs commands one by one, because each needs this process's environment and console. */
let last: Promise<unknown> = Promise.resolve();

/** Runs `npm run admin -- …` without a terminal, in this process, to test its output and events. */
export function runAdminHere(
  args: readonly string[],
  { environment }: Pick<RunOptions, "environment">,
): Promise<Ended> {
  const ended = last.then(() => runHere(args, environment));
  last = ended.catch(() => undefined);
  return ended;
}

async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { runCommand } = await import("../cli/tasks/commands.ts");
  const umask = Deno.umask();
  keepFilesPrivate();
  const written = { stdout: "", stderr: "" };
  const { log, error } = console;
  const { addSignalListener } = Deno;
  const before = Deno.env.toObject();
  console.log = (line: unknown) => void (written.stdout += `${line}\n`);
  console.error = (line: unknown) => void (written.stderr += `${line}\n`);
  // A signal listener would keep this process alive.
  Deno.addSignalListener = () => {};
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  let code = 0;
  try {
    await runCommand(args);
  } catch (thrown) {
    code = 1;
    console.error(messageOf(thrown) ?? (thrown as Error).stack);
  } finally {
    Deno.umask(umask);
    console.log = log;
    console.error = error;
    Deno.addSignalListener = addSignalListener;
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) Deno.env.delete(name);
      else Deno.env.set(name, before[name]);
    }
  }
  return { code, ...written };
}

/** Runs commands on a test system's files. */
export function runAdminOn(
  { folder }: { readonly folder: string },
  more: Readonly<Record<string, string>> = {},
) {
  const environment = { ...variablesOf(folder), ...more };
  return (...args: readonly string[]) => runAdminHere(args, { environment });
}

/** Runs a command in its own process, for tests of processes, and of files that must not be open elsewhere. */
export function runAdmin(
  args: readonly string[],
  { environment, importMap, input, onProgress }: RunOptions,
): Promise<Ended> {
  const mapped = importMap === undefined ? [] : [`--import-map=${importMap}`];
  const child = spawn(Deno.execPath(), [
    "run",
    "-A",
    ...mapped,
    "api/cli/tasks/admin.ts",
    ...args,
  ], {
    cwd: productFolder,
    env: { ...Deno.env.toObject(), NO_COLOR: "1", ...environment },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  // The command may end without reading all input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => stdout += String(chunk));
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
    onProgress?.(String(chunk), () => child.kill("SIGINT"));
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // Resolves after both outputs are read to the end.
    child.once(
      "close",
      (code, signal) =>
        resolve({ code: code ?? (signal === "SIGINT" ? 130 : 137), stdout, stderr }),
    );
  });
}
