/** Runs a task when it is its turn. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/** So many are waiting for their turn already that another one would wait for too long. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/**
 * Lets at most `limit` tasks run at once; the others wait, first come first served.
 *
 * @throws {TooManyWaiting} Instead of waiting, when `maxWaiting` others are.
 */
export function createTurns(limit: number, maxWaiting = Infinity): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (task) => {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw new TooManyWaiting();
      // Whoever ends hands the place over: `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/** The same for each key by itself. */
export function createKeyedTurns(
  limit: number,
): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const entries = new Map<string, { readonly turns: Turns; users: number }>();

  return async (key, task) => {
    const entry = entries.get(key) ?? { turns: createTurns(limit), users: 0 };
    entries.set(key, entry);
    entry.users++;
    try {
      return await entry.turns(task);
    } finally {
      if (--entry.users === 0) entries.delete(key);
    }
  };
}
