import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readAll } from "../objects/object-store.ts";
import { maxAnswerBytes } from "./answer.ts";

/** Real files take less than a second. */
const drawWithinMs = 10_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const natives = ["@img", "sharp"].map((name) => join(root, "node_modules", name));
const program = fileURLToPath(new URL("draw-one.ts", import.meta.url));
/** Ends a program that is still drawing after this process was killed: within 30 s of a processor. */
const limited = 'ulimit -t 30; exec "$@"';
/** No network, no other program, and nothing to write to. */
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
  /** Ends it at once. */
  readonly until?: AbortSignal;
}

/**
 * Draws a file in a program of its own, which has ended once this resolves.
 * @returns What the program answered (`readAnswer`); empty if it had to be killed, or failed.
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
    // It has just ended by itself.
  }
}
