import { setTimeout } from "node:timers/promises";

/** How long work waits for its turn; then it goes on beside what is before it. */
const patienceMs = 1000;

/**
 * Turns: work about one member, or about what else has a name, one after the other in this process.
 * Two commands that read the same end of a stream cannot both be recorded, and the second would be
 * done in vain. A courtesy: the log refuses what meets nevertheless, such as work of another process,
 * or work that has waited long enough.
 */
export function createTurns(patience = patienceMs) {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const before = last.get(name);
    const mine = before === undefined ? run() : atMost(before, patience).then(run);
    const over = mine.catch(() => undefined);
    last.set(name, over);
    try {
      return await mine;
    } finally {
      if (last.get(name) === over) last.delete(name);
    }
  };
}

async function atMost(before: Promise<unknown>, ms: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([before, setTimeout(ms, undefined, { signal }).catch(() => undefined)]);
  over.abort();
}
