import { spawn } from "node:child_process";
import { productFolder } from "./process.ts";

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Beside the test's own; `DATA_DIR` says which data it works on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts other modules in the place of some, such as libSQL's client. */
  readonly importMap?: string;
  /** Is told everything that it writes to stderr, as soon as it does. */
  readonly onProgress?: (text: string, interrupt: () => void) => void;
}

/** Runs `npm run admin -- …` in a process of its own, as a person does without a terminal. */
export function runAdmin(
  args: readonly string[],
  { environment, importMap, onProgress }: RunOptions,
): Promise<Ended> {
  const mapped = importMap === undefined ? [] : [`--import-map=${importMap}`];
  const child = spawn(Deno.execPath(), [
    "run",
    "-A",
    ...mapped,
    "api/operations/tasks/admin.ts",
    ...args,
  ], {
    cwd: productFolder,
    env: { ...Deno.env.toObject(), NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => stdout += String(chunk));
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
    onProgress?.(String(chunk), () => child.kill("SIGINT"));
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // After its outputs are read to the end.
    child.once(
      "close",
      (code, signal) =>
        resolve({ code: code ?? (signal === "SIGINT" ? 130 : 137), stdout, stderr }),
    );
  });
}
