import { type Environment, readEnvironment } from "../env.ts";
import { EnvironmentError } from "../environment-error.ts";

/** Something a person asked for cannot be done; the message says what to do. */
export class TaskError extends Error {
  override readonly name = "TaskError";
}

/**
 * Runs a command of the product: its result on stdout, its progress on stderr. Ends with exit code 1
 * and one clear message when it cannot be done.
 */
export async function runTask(work: (environment: Environment) => Promise<void>): Promise<never> {
  try {
    await work(readEnvironment());
    Deno.exit(0);
  } catch (error) {
    if (error instanceof TaskError || error instanceof EnvironmentError) {
      console.error(error.message);
    } else {
      console.error(error);
    }
    Deno.exit(1);
  }
}

/** Shows how far a long command is: one line that is written over, on a terminal only. */
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
