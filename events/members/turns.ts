import { setImmediate } from "node:timers/promises";

/** How long work waits for its turn; then it goes on beside what is before it. */
const patienceMs = 1000;

/**
 * Work about one member, one after the other in this process: two commands that read the same end of a
 * stream cannot both be recorded, and the second would be done in vain. A courtesy: the log refuses
 * what meets nevertheless, such as work of another process, or work that has waited long enough.
 */
export function createTurns(patience = patienceMs) {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(memberId: string, run: () => Promise<T>): Promise<T> => {
    const before = last.get(memberId);
    const mine = before === undefined ? run() : atMost(before, patience).then(run);
    const over = mine.catch(() => undefined);
    last.set(memberId, over);
    try {
      return await mine;
    } finally {
      if (last.get(memberId) === over) last.delete(memberId);
    }
  };
}

async function atMost(before: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([before, promise]);
  clearTimeout(timer);
}

/**
 * Turnstile: work of everybody begins one after the other, each in a turn of the event loop, so that those who
 * only read are answered in between.
 */
export function createTurnstile(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => last = last.then(() => setImmediate());
}
