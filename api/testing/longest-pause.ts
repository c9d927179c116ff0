import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Event loop lag: how long the thread that answers requests was busy at a time, at most. A measurement,
 * which takes real time. Work on other threads, and what others do on this machine, do not count.
 */
export async function longestPauseMs(work: unknown): Promise<number> {
  let [longest, isOver] = [0, false];
  const end = () => void (isOver = true);
  Promise.resolve(work).then(end, end);
  while (!isOver) {
    const before = busyMs();
    await delay(1);
    longest = Math.max(longest, busyMs() - before);
  }
  return longest;
}

/** Processor time of this thread so far, in milliseconds. Source: Linux, `proc(5)`. */
function busyMs(): number {
  const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
