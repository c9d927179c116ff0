import { type Cause, ClaimTaken, VersionConflict } from "./log/event-log.ts";
import { createTurns } from "./turns.ts";
import { Transaction, type TransactionDependencies } from "./transaction.ts";

export interface HandlerDependencies extends TransactionDependencies {
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
}

export interface HandleOptions {
  readonly cause: Cause;
  /** What it is about: such work is done one after the other in this process. */
  readonly turns?: readonly string[];
  /** Whether it is decided by read tables, too: they are brought up to date before it and after it. */
  readonly byTables?: boolean;
}

const maxTries = 10;

/**
 * The handler of commands, the one way to record: streams are read, a rule decides, what it decided is sealed and
 * appended at once. When another writer was first, all of it is done again.
 */
export class Handler {
  readonly #deps: HandlerDependencies;
  readonly #takeTurn = createTurns();

  constructor(deps: HandlerDependencies) {
    this.#deps = deps;
  }

  /**
   * @param decide Reads, decides and says what to record; called again when another writer was first.
   * @returns What `decide` returned the last time, once that is recorded.
   */
  async handle<T>(
    { cause, turns: [turn, ...turns] = [], byTables = false }: HandleOptions,
    decide: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    if (turn !== undefined) {
      return await this.#takeTurn(turn, () => this.handle({ cause, turns, byTables }, decide));
    }
    for (let tries = 1;; tries++) {
      try {
        if (byTables) await this.#deps.catchUp();
        const transaction = new Transaction(this.#deps, cause, tries > 1);
        const result = await decide(transaction);
        const isRecorded = await transaction.commit();
        if (isRecorded && byTables) await this.#deps.catchUp();
        return result;
      } catch (error) {
        if (!isBeaten(error) || tries === maxTries) throw error;
      }
    }
  }
}

/** Whether another writer was first. */
function isBeaten(error: unknown): boolean {
  return error instanceof VersionConflict || error instanceof ClaimTaken && error.kind === "report";
}
