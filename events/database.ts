/**
 * One libSQL database, a file or a server, the way this product uses it.
 *
 * @module
 */
import { stat } from "node:fs/promises";
import { LibsqlError } from "@libsql/client";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import type { Database, DatabaseOptions, Row, Statement, Written } from "./database-port.ts";
import { openDatabaseServer } from "./database-server.ts";
import { type Place, watchPlace } from "./database-place.ts";
import { commit, runAlone } from "./file/commit.ts";
import { FileConnection } from "./file/connection.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";

export type { Database, DatabaseOptions, Row, Statement, Written } from "./database-port.ts";

/** How long a call waits for another process's lock, its turn behind other calls included. */
const patienceMs = 5000;
/** How long one waits for readers to leave the write-ahead log. */
const emptyWithinMs = 500;

/**
 * On a server nothing is asked yet; every call there may fail with the errors of `database-errors.ts`.
 *
 * @throws {DatabaseDamaged} Also by every call later.
 * @throws {LibsqlError} When the file cannot be opened.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!options.url.startsWith("file:")) return openDatabaseServer(options);
  const database = new FileDatabase(options);
  await database.prepare();
  return database;
}

/** A database file on one connection: a transaction is over when its call returns, so nobody reads half of one. */
class FileDatabase implements Database {
  readonly #options: DatabaseOptions;
  readonly #connection: FileConnection;
  readonly #place: Place;
  /** What the connection's next commit survives. A reopened one may be stricter than this says, never less strict. */
  #durability: DatabaseOptions["durability"];
  /** Commits of this connection. */
  #commits = 0;
  /** The last write, whether it has begun or not: they are made in the order in which they were asked for. */
  #last: Promise<unknown> = Promise.resolve();

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

  async read(sql: string, args: Statement["args"] = []): Promise<Row[]> {
    return (await this.#patiently(() => this.#connection.run({ sql, args }))).rows;
  }

  write(
    statements: readonly Statement[],
    wanted: DatabaseOptions["durability"] = this.#options.durability,
  ): Promise<readonly Written[]> {
    return this.#next(() => {
      this.#refuseLost();
      if (this.#durability !== wanted) this.#connection.run(`PRAGMA synchronous = ${wanted}`);
      this.#durability = wanted;
      this.#commits += 1;
      return commit(this.#connection, statements);
    });
  }

  /** Others write between two tries. That somebody reads is no error to SQLite here: it says so in a row. */
  async truncateWriteAheadLog(): Promise<boolean> {
    // One that is empty is left alone: emptying it makes everybody read anew what they have at hand.
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

  async forgetDeleted(): Promise<void> {
    const owed = await this.#deletions();
    await this.#alone("VACUUM");
    if (owed !== nothingOwed) await this.#settle(owed);
    await this.truncateWriteAheadLog();
  }

  noteDeletion(): readonly Statement[] {
    return [{ sql: `PRAGMA user_version = ${newDeletion()}` }];
  }

  async owesForgetting(): Promise<boolean> {
    return await this.#deletions() !== nothingOwed;
  }

  version(): number | undefined {
    const others = this.#connection.commitsOfOthers();
    return others === undefined ? undefined : others + this.#commits;
  }

  close(): void {
    this.#connection.close();
  }

  /** Takes its turn after what writes before it. */
  #next<T>(run: () => T): Promise<T> {
    const giveUpAtMs = performance.now() + patienceMs;
    const result = this.#last.then(() => this.#patiently(run, giveUpAtMs));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #alone(sql: string): Promise<readonly Row[]> {
    this.#commits += 1;
    return (await this.#next(() => runAlone(this.#connection, sql))).rows;
  }

  async #deletions(): Promise<number> {
    const [row] = await this.read("PRAGMA user_version");
    return Number(row?.user_version);
  }

  /** Leaves the note of another deletion, which came in between: a CASE that fails takes the write back. */
  async #settle(owed: number): Promise<void> {
    const isSame =
      "SELECT CASE user_version WHEN ? THEN 1 ELSE json('other') END FROM pragma_user_version";
    try {
      await this.write([
        { sql: isSame, args: [owed] },
        { sql: `PRAGMA user_version = ${nothingOwed}` },
      ], "full");
    } catch (error) {
      if (!/malformed JSON/.test(String(error))) throw error;
    }
  }

  #refuseLost(): void {
    if (!this.#place.isKept()) throw new DatabaseNotWritable("The file no longer exists");
  }

  /**
   * Tries a call until another process gives its lock back, or patience ends. That is reckoned from when it was
   * asked for: calls that wait in a row for one lock are then all answered in that time.
   */
  async #patiently<T>(run: () => T, giveUpAtMs = performance.now() + patienceMs): Promise<T> {
    for (let isSecondRefusal = false;;) {
      try {
        return run();
      } catch (error) {
        if (isDamaged(error)) throw damage(this.#options, error);
        const isRefused = isRefusedByDisk(error);
        if (!isRefused && !isBusy(error)) throw error;
        // After either, every later batch on a connection fails until it is opened anew.
        this.#connection.reopen();
        this.#durability = this.#options.durability;
        // Those of others are counted anew.
        this.#commits += 2 ** 20;
        if (isRefused) {
          // A connection from while the file could only be read stays as it was: ask a new one.
          const message = "The disk takes nothing";
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

/**
 * Deletions to be overwritten are noted in `user_version`, a number of the file that is changed in
 * transactions: each by a number of its own. A file that has never been asked has 0.
 */
const nothingOwed = 1;

const newDeletion = () => 2 + Math.floor(Math.random() * (2 ** 31 - 2));

/** Whether a statement broke a UNIQUE, PRIMARY KEY, CHECK or NOT NULL rule, or a trigger said no. */
export function isConstraintError(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && error.code.startsWith("SQLITE_CONSTRAINT");
}

function damage({ url, ifDamaged }: DatabaseOptions, cause: unknown): DatabaseDamaged {
  const { what, todo } = ifDamaged ?? { what: `${url} is damaged`, todo: "keep a copy of it" };
  return new DatabaseDamaged(what, todo, { cause });
}
