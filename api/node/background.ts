import { setTimeout as delay } from "node:timers/promises";
import { describeError, type Log } from "./log.ts";

const [shortestMs, longestMs] = [20, 80];

export class Background {
  private readonly running = new Set<Promise<void>>();

  /** @param random From 0 up to 1, for a random delay. */
  constructor(private readonly log: Log, private readonly random: () => number) {}

  /** Starts work after a short delay, so that it doesn't slow the answer. Failures are logged. */
  start(name: string, work: () => Promise<void>): void {
    const waitMs = shortestMs + this.random() * (longestMs - shortestMs);
    const task: Promise<void> = delay(waitMs).then(work)
      .catch((error) =>
        this.log({ level: "error", event: `${name} failed`, ...describeError(error) })
      )
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Resolves once all work started before the call has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
