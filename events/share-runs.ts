import { setImmediate } from "node:timers/promises";

/** Runs work once for all calls before it begins. A call during a run waits for the next run. */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function runNext(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    // Let requests that came at the same time write first.
    await setImmediate();
    waiting = undefined;
    await run();
  }

  return () => {
    waiting ??= running = runNext(running);
    return waiting;
  };
}
