import { setTimeout as delay } from "node:timers/promises";
import { describeError, type Log } from "../log.ts";

/** Work that goes on after its request was answered. */
export interface Background {
  /**
   * Starts work a moment from now, so that it takes no time from the answer. A failure is logged.
   */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves once everything that was started before the call has ended. */
  settled(): Promise<void>;
}

const moment = { shortestMs: 20, longestMs: 80 };

/** @param random From 0 up to 1: how much of the longest moment passes first. */
export function createBackground(log: Log, random: () => number): Background {
  const running = new Set<Promise<void>>();

  return {
    start(name, work) {
      const { shortestMs, longestMs } = moment;
      const waitMs = shortestMs + random() * (longestMs - shortestMs);
      const task: Promise<void> = delay(waitMs).then(work)
        .catch((error) => log({ level: "error", event: `${name} failed`, ...describeError(error) }))
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
