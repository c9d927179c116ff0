import { setImmediate as nextTurn } from "node:timers/promises";

/** A request takes about as long: nobody notices that somebody else's work goes on. */
const turnMs = 4;

/** All items of what makes them one by one. Others have a turn whenever that has taken 4 ms. */
export async function inTurns<T>(items: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  let endMs = performance.now() + turnMs;
  for (const item of items) {
    all.push(item);
    if (performance.now() < endMs) continue;
    await nextTurn();
    endMs = performance.now() + turnMs;
  }
  return all;
}
