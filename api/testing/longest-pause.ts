import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Event loop lag: the longest processor time that the thread of requests took at once, in milliseconds. Work on other
 * threads, and other programs on the machine, don't count.
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

/** Longer than a step may be, with what collecting garbage adds: 50 to 70 ms on a machine with nothing else to do. */
export const tooLong = 10;
/** The same without: for the shortest of several tries. */
export const tooLongAlone = 4;

/**
 * The longest pause during work, as a multiple of the time to parse a known text right before and after it. A
 * loaded machine slows both.
 */
export async function longestStep(work: () => unknown): Promise<number> {
  const before = parsingMs();
  const longest = await longestPauseMs(work());
  return longest / Math.max(before, parsingMs());
}

const known = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ name: `Pat ${at}`, at })),
);

/** 5 to 7 ms on a machine with nothing else to do. The slowest of three, as the longest step is. */
function parsingMs(): number {
  let slowest = 0;
  for (let times = 0; times < 3; times++) {
    const before = busyMs();
    JSON.parse(known);
    slowest = Math.max(slowest, busyMs() - before);
  }
  return slowest;
}

/** Processor time of this thread so far, in milliseconds. Source: Linux, `proc(5)`. */
function busyMs(): number {
  const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
