/**
 * Concurrency limit: runs a task once fewer than the limit run. A task whose signal aborts while it
 * waits leaves the queue; one that has begun is finished.
 *
 * @throws {Abandoned} When the signal aborted before the task began.
 */
export type ConcurrencyLimit = <T>(
  task: () => Promise<T>,
  signal?: AbortSignal,
  lane?: Lane,
) => Promise<T>;

/** Priority of a waiting task: all of the first lane begin before those of the other. */
export type Lane = "first" | "other";

/** Error: the queue is full, and another task would wait for too long. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/** Error: the caller left while the task waited, and nobody reads the answer. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/**
 * Concurrency limit of `limit` tasks at once; the others wait, first come first served.
 *
 * @throws {TooManyWaiting} Instead of waiting, when `maxWaiting` others are in the same lane.
 */
export function createConcurrencyLimit(limit: number, maxWaiting = Infinity): ConcurrencyLimit {
  let running = 0;
  /** Queues, in the order in which tasks came. */
  const lanes: Record<Lane, Set<() => void>> = { first: new Set(), other: new Set() };

  /** A task that ends hands its place over: `running` stays as it is. */
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

/** Concurrency limit for each key by itself. */
export interface KeyedConcurrencyLimit {
  /** @throws {TooManyWaiting} Instead of waiting, when too many others with this key are. */
  <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many tasks of the key wait. */
  waiting(key: string): number;
}

/** As `createConcurrencyLimit`, for each key by itself. */
export function createKeyedConcurrencyLimit(
  limit: number,
  maxWaiting = Infinity,
): KeyedConcurrencyLimit {
  const entries = new Map<string, { readonly run: ConcurrencyLimit; users: number }>();

  async function run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const entry = entries.get(key) ?? { run: createConcurrencyLimit(limit, maxWaiting), users: 0 };
    entries.set(key, entry);
    entry.users++;
    try {
      return await entry.run(task, signal);
    } finally {
      if (--entry.users === 0) entries.delete(key);
    }
  }

  return Object.assign(run, {
    waiting: (key: string) => Math.max(0, (entries.get(key)?.users ?? 0) - limit),
  });
}
