import { setTimeout } from "node:timers/promises";
import { type Cause, ClaimTaken, TooManyConflicts, VersionConflict } from "./store/event-log.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { Transaction, type TransactionDependencies } from "./transaction.ts";

export interface HandlerDependencies extends TransactionDependencies {
  /**
   * Called before a change that needs disk space.
   * @throws {DatabaseNotWritable} When there is too little.
   */
  readonly requireRoom?: (() => Promise<void>) | undefined;
  /**
   * Called after each change and before its answer, so that followers such as the search index have
   * it by then.
   */
  readonly afterChange?: (() => Promise<void>) | undefined;
  /** The wait before another try. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly random?: () => number;
}

export interface HandleOptions {
  readonly cause: Cause;
  /** Keys, such as member ids. This process handles commands with the same key one after the other. */
  readonly lockOn?: readonly string[];
  /** Whether it also runs on a full disk, as deletions do. */
  readonly needsNoRoom?: boolean;
}

const maxTries = 10;
/** Longest wait after the first conflict. It doubles after each further one, up to `longestWaitMs`. */
const firstWaitMs = 10;
const longestWaitMs = 250;

/**
 * Handles every command: reads, decides, seals and appends in one commit. Retries if another writer
 * was first.
 */
export class Handler {
  readonly #lock = new KeyedLock();

  constructor(private readonly deps: HandlerDependencies) {}

  /**
   * @param decide Reads, decides and appends. Called again if another writer was first.
   * @returns The last result of `decide`, once its events are stored.
   * @throws {TooManyConflicts} When other writers are first at every try. Nothing is stored.
   */
  async handle<T>(
    options: HandleOptions,
    decide: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const { result, isRecorded } = await this.#inTurn(options, decide);
    if (isRecorded) await this.deps.afterChange?.();
    return result;
  }

  async #inTurn<T>(
    { cause, lockOn: [key, ...others] = [], needsNoRoom = false }: HandleOptions,
    decide: (transaction: Transaction) => Promise<T>,
  ): Promise<{ readonly result: T; readonly isRecorded: boolean }> {
    if (key !== undefined) {
      const rest = { cause, lockOn: others, needsNoRoom };
      return await this.#lock.run(key, () => this.#inTurn(rest, decide));
    }
    if (!needsNoRoom) await this.deps.requireRoom?.();
    for (let tries = 1;; tries++) {
      try {
        const transaction = new Transaction(this.deps, cause);
        const result = await decide(transaction);
        return { result, isRecorded: await transaction.commit() };
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (tries === maxTries) throw new TooManyConflicts("Gave up", { cause: error });
        const { wait = setTimeout, random = Math.random } = this.deps;
        // Random, so that two writers don't conflict again.
        await wait(random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)));
      }
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof VersionConflict || error instanceof ClaimTaken && error.kind === "report";
}
