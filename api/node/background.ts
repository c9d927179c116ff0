import { setTimeout as delay } from "node:timers/promises";
import { describeError, type Log } from "../log.ts";

/** Work that continues after its request was answered. */
export type Background = ReturnType<typeof createBackground>;

const moment = { shortestMs: 20, longestMs: 80 };

/** @param random From 0 up to 1, for a random delay. */
export function createBackground(log: Log, random: () => number) {
  const running = new Set<Promise<void>>();

  return {
    /**
     * Starts work after a short delay, so that it doesn't slow the answer. A failure is logged.
     */
    start(name: string, work: () => Promise<void>): void {
      const { shortestMs, longestMs } = moment;
      const waitMs = shortestMs + random() * (longestMs - shortestMs);
      const task: Promise<void> = delay(waitMs).then(work)
        .catch((error) => log({ level: "error", event: `${name} failed`, ...describeError(error) }))
        .finally(() => running.delete(task));
      running.add(task);
    },
    /** Resolves once everything that was started before the call has ended. */
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}
