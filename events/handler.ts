import { setTimeout } from "node:timers/promises";
import { type Cause, ClaimTaken, TooManyConflicts, VersionConflict } from "./store/event-log.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { Transaction, type TransactionDependencies } from "./transaction.ts";

export interface HandlerDependencies extends TransactionDependencies {
  /** Before a change that needs room on the disk. @throws {DatabaseNotWritable} Without it. */
  readonly requireRoom?: (() => Promise<void>) | undefined;
  /** After each change, before its answer: what follows changes has it then. */
  readonly afterChange?: (() => Promise<void>) | undefined;
  /** The wait before another try. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly random?: () => number;
}

export interface HandleOptions {
  readonly cause: Cause;
  /** Keys, such as member ids: this process handles commands with the same key one after the other. */
  readonly lockOn?: readonly string[];
  /** Also on a full disk, as a deletion. */
  readonly needsNoRoom?: boolean;
}

const maxTries = 10;
/** The longest wait after the first refusal, doubled after each further one, and the longest of all. */
const firstWaitMs = 10;
const longestWaitMs = 250;

/** Handles every command: reads, decides, seals and appends in one commit, again if another writer was first. */
export class Handler {
  readonly #lock = new KeyedLock();

  constructor(private readonly deps: HandlerDependencies) {}

  /**
   * @param decide Reads, decides and records; called again if another writer was first.
   * @returns The last result of `decide`, once its events are recorded.
   * @throws {TooManyConflicts} When other writers are first time and again. Nothing is recorded.
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
        // By chance, so that two who refuse each other part.
        await wait(random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)));
      }
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof VersionConflict || error instanceof ClaimTaken && error.kind === "report";
}
