import { setImmediate } from "node:timers";
import { TaskError } from "./task.ts";

/**
 * Lets a command end in order when a person interrupts it: what it asks next throws. The second time
 * it ends at once. Asking lets signals in: work on files of the database never waits for anything, and
 * would hear of them when it is over.
 *
 * @param outcome What is said then, such as `Nothing was changed.`
 */
export function createInterrupt(outcome: string): () => Promise<void> {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isInterrupted) Deno.exit(130);
      isInterrupted = true;
    });
  }
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (isInterrupted) throw new TaskError(`Interrupted. ${outcome}`);
  };
}
