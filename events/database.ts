import { stat } from "node:fs/promises";
import { LibsqlError } from "@libsql/client";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";
import type { Database, DatabaseOptions, Row, Statement, Written } from "./database-port.ts";
import { openDatabaseServer } from "./database-server.ts";
import { type Place, watchPlace } from "./database-place.ts";
import { commit, runAlone } from "./file/commit.ts";
import { FileConnection } from "./file/connection.ts";
import { currentTurn, endTurn } from "./turn.ts";

export type { Database, DatabaseOptions, Row, Statement, Written } from "./database-port.ts";

/** How long a call waits for another process's lock, including the wait behind other calls. */
const patienceMs = 5000;
/** How long to wait for readers to leave the write-ahead log. */
const emptyWithinMs = 500;

/** Opens a database. A server isn't contacted yet. @throws {DatabaseDamaged} Also by every later call. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!options.url.startsWith("file:")) return openDatabaseServer(options);
  const database = new FileDatabase(options);
  await database.prepare();
  return database;
}

/** A file on one connection. A transaction ends within its call, so no reader sees half of one. */
class FileDatabase implements Database {
  readonly #options: DatabaseOptions;
  readonly #connection: FileConnection;
  readonly #place: Place;
  /** Durability of the next commit. A reopened connection may be stricter, never less strict. */
  #durability: DatabaseOptions["durability"];
  #commits = 0;
  /** The others' commits, and the turn in which the file was asked for them. */
  #others: { readonly turn?: object | undefined; readonly commits?: number | undefined } = {};
  /** The latest write, started or not: writes run in the order of their calls. */
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

  #next<T>(run: () => T): Promise<T> {
    const giveUpAtMs = performance.now() + patienceMs;
    // A refused write's caller then reads what refused it.
    const result = this.#last.then(() => this.#patiently(run, giveUpAtMs)).finally(endTurn);
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

  /** Clears the note of a deletion, unless another was noted since: then a failing CASE rolls back. */
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
    if (!this.#place.isInPlace()) throw new DatabaseNotWritable("The file no longer exists");
  }

  /**
   * Retries a call while another process has the lock. Patience counts from the call, so calls that
   * wait in a row are all answered in time.
   */
  async #patiently<T>(run: () => T, giveUpAtMs = performance.now() + patienceMs): Promise<T> {
    for (let isSecondRefusal = false;;) {
      try {
        return run();
      } catch (error) {
        if (isDamaged(error)) throw damage(this.#options, error);
        const isRefused = isRefusedByDisk(error);
        if (!isRefused && !isBusy(error)) throw error;
        // After either error every later batch on the connection fails until it is reopened.
        this.#connection.reopen();
        this.#durability = this.#options.durability;
        // A new connection counts other processes' commits from zero.
        this.#commits += 2 ** 20;
        if (isRefused) {
          // A connection opened while the file was read-only stays read-only: try a new one.
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

/** `user_version` numbers deletions to be overwritten, within their transactions; 0 if unused. */
const nothingOwed = 1;

const newDeletion = () => 2 + Math.floor(Math.random() * (2 ** 31 - 2));

/** Whether a statement broke a constraint, or a trigger refused it. */
export function isConstraintError(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && error.code.startsWith("SQLITE_CONSTRAINT");
}

function damage({ url, ifDamaged }: DatabaseOptions, cause: unknown): DatabaseDamaged {
  const { what, todo } = ifDamaged ?? { what: `${url} is damaged`, todo: "keep a copy of it" };
  return new DatabaseDamaged(what, todo, { cause });
}
