import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { LibsqlError } from "@libsql/client";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";
import type {
  Database,
  DatabaseOptions,
  DatabaseRow,
  Statement,
  Written,
} from "./database-port.ts";
import { openDatabaseServer } from "./database-server.ts";
import { type DatabasePath, watchPlace } from "./database-place.ts";
import { commit, type Outcome, runAlone } from "./commit-group.ts";
import { FileConnection } from "./file-connection.ts";
import { currentTurn, endTurn } from "../turn.ts";

export type {
  Database,
  DatabaseOptions,
  DatabaseRow,
  Statement,
  Written,
} from "./database-port.ts";

/** How long a call waits for another process's lock, including the wait behind other calls. */
const patienceMs = 5000;
/** How many batches are committed together at most. */
const maxGroup = 64;
/** How long to wait for readers to leave the write-ahead log. */
const emptyWithinMs = 500;

/**
 * Opens a database. A server isn't contacted yet.
 * @throws {DatabaseDamaged} Also by every later call.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!options.url.startsWith("file:")) return openDatabaseServer(options);
  const database = new FileDatabase(options);
  await database.prepare();
  return database;
}

interface Waiting {
  readonly statements: readonly Statement[];
  readonly durability: DatabaseOptions["durability"];
  /** A statement that can't be in a transaction, instead of others. */
  readonly alone?: string;
  readonly giveUpAtMs: number;
  readonly settle: (outcome: Outcome) => void;
}

/**
 * A file on one connection. Waiting writes are committed together. A transaction ends within one
 * turn,
 * so no reader sees half of it.
 */
class FileDatabase implements Database {
  readonly #options: DatabaseOptions;
  readonly #connection: FileConnection;
  readonly #place: DatabasePath;
  /** Durability of the next commit. A reopened connection may be stricter, never less strict. */
  #durability: DatabaseOptions["durability"];
  #commits = 0;
  /** Number of others' commits, and the turn in which it was read. */
  #others: { readonly turn?: object | undefined; readonly commits?: number | undefined } = {};
  /** Writes in the order of their calls. */
  readonly #waiting: Waiting[] = [];

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#durability = options.durability;
    this.#connection = new FileConnection(options);
    this.#place = watchPlace(options.url);
  }

  get name(): string {
    return this.#connection.path;
  }

  async prepare(): Promise<void> {
    await this.#patiently(() => this.#connection.prepare());
  }

  async check(): Promise<void> {
    this.#refuseLost();
    await this.read("SELECT 1");
  }

  async read(sql: string, args: Statement["args"] = []): Promise<DatabaseRow[]> {
    return (await this.#patiently(() => this.#connection.run({ sql, args }))).rows;
  }

  write(
    statements: readonly Statement[],
    durability: DatabaseOptions["durability"] = this.#options.durability,
  ): Promise<readonly Written[]> {
    return this.#enqueue({ statements, durability });
  }

  /** Other processes can write between two tries. SQLite reports a busy reader in a row. */
  async truncateWriteAheadLog(): Promise<boolean> {
    // An empty log is left alone: truncating it makes every connection drop its cached pages.
    const { size } = await stat(`${this.name}-wal`).catch(() => ({ size: 0 }));
    if (size === 0) return true;
    const giveUpAtMs = performance.now() + emptyWithinMs;
    for (;;) {
      const [row] = await this.#alone("PRAGMA wal_checkpoint(TRUNCATE)");
      if (Number(row?.busy) === 0) return true;
      if (performance.now() >= giveUpAtMs) return false;
      this.#options.onBusy?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async endWriteAheadLog(): Promise<boolean> {
    try {
      const [row] = await this.#alone("PRAGMA journal_mode = DELETE");
      return row?.journal_mode === "delete";
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  version(): number | undefined {
    const turn = currentTurn();
    if (turn === undefined || turn !== this.#others.turn) {
      this.#others = { turn, commits: this.#connection.commitsOfOthers() };
    }
    const { commits } = this.#others;
    return commits === undefined ? undefined : commits + this.#commits;
  }

  close(): void {
    this.#connection.close();
  }

  async #alone(sql: string): Promise<readonly DatabaseRow[]> {
    const { durability } = this.#options;
    const [written] = await this.#enqueue({ statements: [], durability, alone: sql });
    return written?.rows ?? [];
  }

  #enqueue(asked: Omit<Waiting, "giveUpAtMs" | "settle">): Promise<readonly Written[]> {
    const giveUpAtMs = performance.now() + patienceMs;
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        outcome instanceof Error ? reject(outcome) : resolve(outcome);
      this.#waiting.push({ ...asked, giveUpAtMs, settle });
      if (this.#waiting.length === 1) void this.#runWaiting();
    });
  }

  async #runWaiting(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      // Let requests that came together add their writes first.
      await setImmediate();
      let group: readonly Waiting[] = [];
      const outcomes = await this.#patiently(
        () => this.#run(group = this.#nextGroup()),
        first.giveUpAtMs,
      ).catch((error): Outcome[] => {
        // Only the first call gives up on the lock, since it has waited longest.
        return isBusy(error) ? [error] : group.map(() => error);
      });
      // The caller of a refused write then reads the reason.
      endTurn();
      const done = this.#waiting.splice(0, outcomes.length);
      for (const [at, outcome] of outcomes.entries()) done[at]?.settle(outcome);
    }
  }

  /** A statement alone, or batches to commit together. */
  #nextGroup(): readonly Waiting[] {
    const group = this.#waiting.slice(0, maxGroup);
    const end = group.findIndex(({ alone }) => alone !== undefined);
    return end === -1 ? group : group.slice(0, Math.max(end, 1));
  }

  #run(group: readonly Waiting[]): Outcome[] {
    this.#commits += 1;
    const [{ alone } = {}] = group;
    if (alone !== undefined) return [[runAlone(this.#connection, alone)]];
    this.#refuseLost();
    const isFull = group.some(({ durability }) => durability === "full");
    const durability = isFull ? "full" : "normal";
    if (this.#durability !== durability) this.#connection.run(`PRAGMA synchronous = ${durability}`);
    this.#durability = durability;
    return commit(this.#connection, group.map(({ statements }) => statements));
  }

  #refuseLost(): void {
    if (!this.#place.isInPlace()) throw new DatabaseNotWritable("The file no longer exists");
  }

  /**
   * Retries a call while another process has the lock. Patience counts from the call, so queued
   * calls
   * all finish in time.
   */
  async #patiently<T>(run: () => T, giveUpAtMs = performance.now() + patienceMs): Promise<T> {
    for (let isSecondRefusal = false;;) {
      try {
        return run();
      } catch (error) {
        if (isDamaged(error)) throw damage(this.#options, error);
        const isRefused = isRefusedByDisk(error);
        if (!isRefused && !isBusy(error)) throw error;
        // After either error, later batches on the connection fail until it is reopened.
        this.#connection.reopen();
        this.#durability = this.#options.durability;
        // A new connection counts other processes' commits from zero.
        this.#commits += 2 ** 20;
        if (isRefused) {
          // A connection opened while the file was read-only stays read-only: try a new one.
          const message = "The disk is full or read-only";
          if (isSecondRefusal) throw new DatabaseNotWritable(message, { cause: error });
          isSecondRefusal = true;
          continue;
        }
        this.#options.onBusy?.();
        if (performance.now() >= giveUpAtMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60));
      }
    }
  }
}

/** Refuses the whole transaction under a condition: a claim without a holder breaks a constraint. */
export function refuseIf(condition: string, args: Statement["args"]): Statement {
  return {
    sql:
      `INSERT INTO claims (kind, digest, member_id) SELECT 'unchanged', '', NULL WHERE ${condition}`,
    ...args && { args },
  };
}

/** Whether a statement broke a constraint, or a trigger refused it. */
export function isConstraintError(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && error.code.startsWith("SQLITE_CONSTRAINT");
}

function damage({ url, ifDamaged }: DatabaseOptions, cause: unknown): DatabaseDamaged {
  const { what, todo } = ifDamaged ?? { what: `${url} is damaged`, todo: "keep a copy of it" };
  return new DatabaseDamaged(what, todo, { cause });
}
