import { createInterface } from "node:readline/promises";
import process from "node:process";
import { Refusal } from "../../../events/errors.ts";
import { FileNotWritable, fileProblem } from "../../../events/named-file.ts";
import { operatorErrors } from "../../node/operator-errors.ts";
import { keepFilesPrivate } from "../../node/private-files.ts";

/** A person's request can't be done; the message says what to do. */
export class TaskError extends Error {
  override readonly name = "TaskError";
}

const expected = [TaskError, FileNotWritable, Refusal, ...operatorErrors];

/** Result on stdout, progress on stderr. On failure, a message and the exit code 1. */
export async function runTask(work: () => Promise<void>): Promise<never> {
  keepFilesPrivate();
  try {
    await work();
    Deno.exit(0);
  } catch (error) {
    console.error(messageOf(error) ?? error);
    Deno.exit(1);
  }
}

/** An error's message for a person; `undefined` for a bug. */
export function messageOf(error: unknown): string | undefined {
  const isExpected = expected.some((kind) => error instanceof kind);
  return isExpected ? (error as Error).message : fileProblem(error);
}

/**
 * Continues only if a person agrees: asks on a terminal, and elsewhere requires `--yes`.
 * @param question What will happen, such as `Replace the data in data/?`.
 * @throws {TaskError} When the answer is no, or there is no terminal.
 */
export async function confirm(question: string, isAgreed: boolean | undefined): Promise<void> {
  if (isAgreed) return;
  if (!Deno.stdin.isTerminal() || !Deno.stderr.isTerminal()) {
    throw new TaskError(`${question}\nNothing was done. Add --yes if this is what you want.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new TaskError("Nothing was done.");
}

/** Progress of a long command: one line that is overwritten, on a terminal only. */
export function createProgress(what: string, total: number | undefined) {
  const isTerminal = Deno.stderr.isTerminal();
  const encoder = new TextEncoder();
  return {
    report(done: number) {
      if (!isTerminal) return;
      const of = total === undefined ? "" : ` of ${total}`;
      Deno.stderr.writeSync(encoder.encode(`\r${what}: ${done}${of}`));
    },
    end() {
      if (isTerminal) Deno.stderr.writeSync(encoder.encode("\n"));
    },
  };
}
