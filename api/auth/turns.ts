/**
 * Runs a task when it is its turn. Whoever leaves before, as the signal says, gives up their place; a
 * task that has begun is finished.
 *
 * @throws {Abandoned} When they left before their turn.
 */
export type Turns = <T>(
  task: () => Promise<T>,
  signal?: AbortSignal,
  lane?: Lane,
) => Promise<T>;

/** Those in the first lane come before all that wait in the other. */
export type Lane = "first" | "other";

/** So many are waiting for their turn already that another one would wait for too long. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/** Whoever waited for their turn is gone, and nobody reads the answer. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/**
 * Lets at most `limit` tasks run at once; the others wait, first come first served.
 *
 * @throws {TooManyWaiting} Instead of waiting, when `maxWaiting` others are in the same lane.
 */
export function createTurns(limit: number, maxWaiting = Infinity): Turns {
  let running = 0;
  /** In the order in which they came. */
  const lanes: Record<Lane, Set<() => void>> = { first: new Set(), other: new Set() };

  /** Whoever ends hands the place over: `running` stays as it is. */
  function handedOver(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(begin);
        reject(new Abandoned());
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.add(begin);
    });
  }

  return async (task, signal, lane = "other") => {
    if (signal?.aborted) throw new Abandoned();
    if (running >= limit) {
      if (lanes[lane].size >= maxWaiting) throw new TooManyWaiting();
      await handedOver(lanes[lane], signal);
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const waiting = lanes.first.size > 0 ? lanes.first : lanes.other;
      const [next] = waiting;
      if (next === undefined) running--;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
}

/** Turns for each key by itself. */
export interface KeyedTurns {
  /** @throws {TooManyWaiting} Instead of waiting, when too many others with this key are. */
  <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many wait for their turn. */
  waiting(key: string): number;
}

/** As `createTurns`, for each key by itself. */
export function createKeyedTurns(limit: number, maxWaiting = Infinity): KeyedTurns {
  const entries = new Map<string, { readonly turns: Turns; users: number }>();

  async function turn<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const entry = entries.get(key) ?? { turns: createTurns(limit, maxWaiting), users: 0 };
    entries.set(key, entry);
    entry.users++;
    try {
      return await entry.turns(task, signal);
    } finally {
      if (--entry.users === 0) entries.delete(key);
    }
  }

  return Object.assign(turn, {
    waiting: (key: string) => Math.max(0, (entries.get(key)?.users ?? 0) - limit),
  });
}
