import { setImmediate } from "node:timers/promises";
import { type Client, type InStatement, LibsqlError, type ResultSet } from "@libsql/client";
import type { Transaction } from "@libsql/client";
import type { DatabaseOptions } from "./database-port.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";

export type Durability = DatabaseOptions["durability"];
/** One caller's statements: all of them are recorded, or none. */
export type Write = readonly InStatement[];
/** What one write led to: its results, or why it alone was rolled back. */
export type Outcome = { readonly results: ResultSet[] } | { readonly error: unknown };

/** Writes that one transaction takes at most. */
const maxWrites = 64;

/**
 * Commit of several writes in one transaction, each behind a savepoint: one that breaks a rule is rolled
 * back alone. Answers after the commit, so that nobody is told of what is not recorded, a refusal
 * included: it may rest on a write before it.
 *
 * @param writer Has one connection, and nothing else under way.
 * @throws What the file says of the transaction: then none of the writes is recorded.
 */
export async function commitTogether(
  writer: Client,
  writes: readonly Write[],
): Promise<readonly Outcome[]> {
  const [only] = writes;
  if (only !== undefined && writes.length === 1) return [await alone(writer, only)];
  const transaction = await writer.transaction("write");
  try {
    const outcomes: Outcome[] = [];
    for (const write of writes) outcomes.push(await behindSavepoint(transaction, write));
    await transaction.commit();
    return outcomes;
  } finally {
    transaction.close();
  }
}

async function alone(writer: Client, write: Write): Promise<Outcome> {
  try {
    return { results: await writer.batch([...write], "write") };
  } catch (error) {
    if (isOfFile(error)) throw error;
    return { error };
  }
}

async function behindSavepoint(transaction: Transaction, write: Write): Promise<Outcome> {
  await transaction.execute("SAVEPOINT one");
  try {
    const results = await transaction.batch([...write]);
    await transaction.execute("RELEASE one");
    return { results };
  } catch (error) {
    // SQLite may have rolled back the whole transaction already.
    if (isOfFile(error) || transaction.closed) throw error;
    await transaction.execute("ROLLBACK TO one");
    await transaction.execute("RELEASE one");
    return { error };
  }
}

/** Whether an error is the file's, not the write's. */
function isOfFile(error: unknown): boolean {
  return isBusy(error) || isDamaged(error) || isRefusedByDisk(error) ||
    (error instanceof LibsqlError && error.code === "SQLITE_NOMEM");
}

interface Waiting {
  readonly write: Write;
  readonly giveUpAtMs: number;
  resolve(results: ResultSet[]): void;
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
  write(kind: Durability, write: Write, giveUpAtMs: number): Promise<ResultSet[]>;
}

/**
 * Order of all writes of a database. Writes that follow each other, and wait, are one group.
 *
 * @param commit Commits a group, and gives up at the time that is given.
 * @param isWorthWaiting Whether a group of this kind leaves the requests that have come in a turn to join it.
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
      const { promise, resolve, reject } = Promise.withResolvers<ResultSet[]>();
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
