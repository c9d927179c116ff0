import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readAll } from "../objects/object-store.ts";
import { maxAnswerBytes } from "./answer.ts";

/** Time limit; real files take less than a second. */
const drawWithinMs = 10_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const natives = ["@img", "sharp"].map((name) => join(root, "node_modules", name));
const program = fileURLToPath(new URL("draw-one.ts", import.meta.url));
/** Limits a program that keeps drawing after this process was killed to 30 s of processor time. */
const limited = 'ulimit -t 30; exec "$@"';
/** Permissions without network, other programs and writing. */
const rights = [
  "--no-prompt",
  "--no-remote",
  "--allow-env",
  "--allow-sys",
  `--allow-read=${root}`,
  `--allow-ffi=${natives}`,
];

interface DrawOptions {
  readonly withinMs?: number;
  /** Kills the program at once. */
  readonly until?: AbortSignal;
}

/**
 * Draws a file in its own program, which has ended once this resolves.
 * @returns The program's answer, for `readAnswer`; empty if it was killed or failed.
 */
export async function drawInChild(
  bytes: Uint8Array,
  { withinMs = drawWithinMs, until }: DrawOptions = {},
): Promise<Uint8Array> {
  const child = new Deno.Command("sh", {
    args: ["-c", limited, "sh", Deno.execPath(), "run", ...rights, program],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const end = () => endNow(child);
  const deadline = setTimeout(end, withinMs);
  until?.addEventListener("abort", end);
  const [answer] = await Promise.all([
    readAll(child.stdout, maxAnswerBytes).catch(() => new Uint8Array()),
    sendAll(child.stdin, bytes).catch(() => {}),
  ]);
  const { success } = await child.status;
  clearTimeout(deadline);
  until?.removeEventListener("abort", end);
  return success ? answer : new Uint8Array();
}

async function sendAll(to: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = to.getWriter();
  await writer.write(bytes);
  await writer.close();
}

function endNow(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // The program has just ended by itself.
  }
}
