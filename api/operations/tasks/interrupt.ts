import { setImmediate } from "node:timers";
import { TaskError } from "./task.ts";

/**
 * After SIGINT or SIGTERM, a command's next check throws, so that it ends in order; a second signal
 * ends it at once. The check yields to the event loop, since work on database files never does.
 * @param outcome Ends the message, such as `Nothing was changed.`
 */
export function createInterrupt(outcome: string): () => Promise<void> {
  const isInterrupted = listenForInterrupts();
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (isInterrupted()) throw new TaskError(`Interrupted. ${outcome}`);
  };
}

/** Returns whether SIGINT or SIGTERM has come; a second one ends the process at once. */
export function listenForInterrupts(): () => boolean {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isInterrupted) Deno.exit(130);
      isInterrupted = true;
    });
  }
  return () => isInterrupted;
}
