import { setImmediate } from "node:timers/promises";
import type { DatabaseOptions, Written } from "./database-port.ts";
import type { Outcome, Write } from "./file/commit.ts";
import { isBusy } from "./sqlite-errors.ts";

export type Durability = DatabaseOptions["durability"];

/** Writes that one transaction takes at most. */
const maxWrites = 64;

interface Waiting {
  readonly write: Write;
  readonly giveUpAtMs: number;
  resolve(results: readonly Written[]): void;
  reject(error: unknown): void;
}

interface Group {
  readonly kind: Durability;
  readonly waiting: Waiting[];
}

export interface WriteQueue {
  /** After everything before it, and before everything after it. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  /** The same for a write; with those of its kind that wait beside it. */
  write(kind: Durability, write: Write, giveUpAtMs: number): Promise<readonly Written[]>;
}

/**
 * Order of all writes of a database. Writes that follow each other, and wait, are one group.
 *
 * @param commit Commits a group, and gives up at the time that is given.
 * @param isWorthWaiting Whether a group of this kind leaves those who have come in a turn to join it.
 */
export function createWriteQueue(
  commit: (
    kind: Durability,
    writes: readonly Write[],
    giveUpAtMs: number,
  ) => Promise<readonly Outcome[]>,
  isWorthWaiting: (kind: Durability) => boolean,
): WriteQueue {
  let queue: Promise<unknown> = Promise.resolve();
  /** The last in the queue, while it has not begun. */
  let open: Group | undefined;

  function next<T>(run: () => Promise<T>): Promise<T> {
    const result = queue.then(run);
    queue = result.catch(() => undefined);
    return result;
  }

  async function run(group: Group): Promise<void> {
    if (isWorthWaiting(group.kind)) await setImmediate();
    if (open === group) open = undefined;
    for (let { waiting } = group; waiting.length > 0;) {
      try {
        const giveUpAtMs = Math.min(...waiting.map((one) => one.giveUpAtMs));
        answer(waiting, await commit(group.kind, waiting.map(({ write }) => write), giveUpAtMs));
        return;
      } catch (error) {
        // Who has waited for the lock as long as they may is told; the others wait on.
        const goesOn = (one: Waiting) => isBusy(error) && one.giveUpAtMs > performance.now();
        for (const one of waiting) if (!goesOn(one)) one.reject(error);
        waiting = waiting.filter(goesOn);
      }
    }
  }

  return {
    alone(run) {
      open = undefined;
      return next(run);
    },
    write(kind, write, giveUpAtMs) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Written[]>();
      if (open?.kind !== kind || open.waiting.length >= maxWrites) {
        const group: Group = { kind, waiting: [] };
        open = group;
        void next(() => run(group));
      }
      open.waiting.push({ write, giveUpAtMs, resolve, reject });
      return promise;
    },
  };
}

function answer(waiting: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [index, { resolve, reject }] of waiting.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && "results" in outcome) resolve(outcome.results);
    else reject(outcome?.error ?? new Error("A write has no outcome"));
  }
}
