import { TaskError } from "./task.ts";

/**
 * Lets a command end in order when a person interrupts it: what it asks next throws. The second time
 * it ends at once.
 *
 * @param outcome What is said then, such as `Nothing was changed.`
 */
export function createInterrupt(outcome: string): () => void {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isInterrupted) Deno.exit(130);
      isInterrupted = true;
    });
  }
  return () => {
    if (isInterrupted) throw new TaskError(`Interrupted. ${outcome}`);
  };
}
