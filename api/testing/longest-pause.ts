import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Event loop lag: how long the thread that answers requests was busy at a time, at most. A measurement,
 * which takes real time.
 */
export async function longestPauseMs(work: Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const end = () => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await delay(1);
    const { user, system } = process.cpuUsage(before);
    // What this thread waits for a processor is no fault of the work: others may have it.
    longest = Math.max(longest, Math.min(performance.now() - startedAt, (user + system) / 1000));
  }
  return longest;
}
