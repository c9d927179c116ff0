/**
 * Runs a task once fewer than the limit run. A task whose signal aborts while it waits leaves the
 * queue; a started one is finished. @throws {Abandoned}
 */
export type ConcurrencyLimit = <T>(
  task: () => Promise<T>,
  signal?: AbortSignal,
  lane?: Lane,
) => Promise<T>;

/** Priority of a waiting task: all tasks of the first lane begin before the others. */
export type Lane = "first" | "other";

/** The queue is full: another task would wait for too long. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/** The caller left while the task waited. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/** Tasks beyond `limit` wait in order. @throws {TooManyWaiting} When a lane has `maxWaiting`. */
export function createConcurrencyLimit(limit: number, maxWaiting = Infinity): ConcurrencyLimit {
  let running = 0;
  const lanes: Record<Lane, Set<() => void>> = { first: new Set(), other: new Set() };

  /** Waits until a finished task passes its place on, which leaves `running` unchanged. */
  function placeFreed(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
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
      await placeFreed(lanes[lane], signal);
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

export interface KeyedConcurrencyLimit {
  /** @throws {TooManyWaiting} Instead of waiting, when too many tasks of this key wait. */
  <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  waiting(key: string): number;
}

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

/** On the global timer, which tests replace. @throws {Abandoned} When the signal aborts first. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms === 0) return;
  if (signal?.aborted) throw new Abandoned();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const leave = () => {
    clearTimeout(timer);
    reject(new Abandoned());
  };
  signal?.addEventListener("abort", leave, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}
