import { setImmediate } from "node:timers/promises";

/**
 * Work that many ask for at the same time. It runs once for all who asked before it begins, and never beside itself:
 * one who asks during a run waits for the next.
 */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function runNext(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    // Requests that came at the same time write first.
    await setImmediate();
    waiting = undefined;
    await run();
  }

  return () => {
    waiting ??= running = runNext(running);
    return waiting;
  };
}
