import { Buffer } from "node:buffer";
import { type InValue, LibsqlError } from "@libsql/client";
import Libsql from "libsql";
import { LRUCache } from "lru-cache";
import { pathOf } from "../database-place.ts";
import type { DatabaseOptions, Row, Statement, Written } from "../database-port.ts";
import { isBusy, isRefusedByDisk } from "../sqlite-errors.ts";
import { sqliteCodes } from "./sqlite-codes.ts";

/** How a file is opened. */
export type FileOptions = Pick<DatabaseOptions, "url" | "durability" | "isReadOnly">;

interface Prepared {
  readonly statement: Libsql.Statement<unknown[]>;
  /** Names of what it returns; undefined for one that returns no rows. */
  columns: readonly string[] | undefined;
}

/** Statements that stay prepared; the longest writes a hundred members' rows. */
const maxPrepared = 128;
const pageBytes = 8192;
/** How long a call may hold up everybody else while it waits for another process's lock. */
const busyMs = 10;

/**
 * Connection to a database file. What a call does is done when it returns.
 *
 * It uses the driver under libSQL's client, which prepares each statement anew and describes each cell of a row
 * twice: that takes several times as long as what most statements do.
 */
export class FileConnection {
  readonly path: string;
  readonly #options: FileOptions;
  readonly #prepared = new LRUCache<string, Prepared>({ max: maxPrepared });
  #connection: Libsql.Database;

  /** @throws {LibsqlError} When the file cannot be opened. */
  constructor(options: FileOptions) {
    this.path = pathOf(options.url);
    this.#options = options;
    this.#connection = this.#open();
  }

  /** @throws {LibsqlError} */
  run(given: Statement | string): Written {
    const { sql, args = [] } = typeof given === "string" ? { sql: given } : given;
    return known(() => this.#execute(sql, args));
  }

  /**
   * A number that grows with each commit of other connections; `undefined` while the file is locked.
   *
   * @see {@link https://www.sqlite.org/pragma.html#pragma_data_version}
   */
  commitsOfOthers(): number | undefined {
    try {
      return Number(this.#execute("PRAGMA data_version", []).rows[0]?.data_version);
    } catch {
      return undefined;
    }
  }

  isInTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /**
   * Makes the connection what it should be. Others may make the same new file at this moment.
   *
   * @throws {LibsqlError}
   */
  prepare(): void {
    if (this.#options.isReadOnly) {
      this.run("PRAGMA query_only = ON");
      return;
    }
    // Deleted personal data is overwritten, not only unlinked. First what needs no lock: what comes
    // after it can find the file busy, and is then what SQLite begins with, or what stands in the file.
    this.run("PRAGMA secure_delete = ON");
    this.run("PRAGMA foreign_keys = ON");
    this.run(`PRAGMA synchronous = ${this.#options.durability}`);
    // Of a new file, which journal_mode begins: with pages of half the size a log takes longer to read, and
    // no less time to write. See README.
    this.run(`PRAGMA page_size = ${pageBytes}`);
    this.run("PRAGMA journal_mode = WAL");
  }

  /**
   * Opens the file anew: after some errors SQLite refuses everything on a connection. Why it is refused now is
   * for the next call to say.
   */
  reopen(): void {
    this.close();
    this.#connection = this.#open();
    try {
      this.prepare();
    } catch (error) {
      if (!isBusy(error) && !isRefusedByDisk(error)) throw error;
    }
  }

  /** The driver lets go of the file only when the statements that were prepared on it are collected. */
  close(): void {
    this.#prepared.clear();
    this.#connection.close();
  }

  #open(): Libsql.Database {
    return known(() => new Libsql(this.path, { timeout: busyMs }));
  }

  #prepare(sql: string): Prepared {
    const there = this.#prepared.get(sql);
    if (there !== undefined) return there;
    const statement = this.#connection.prepare(sql).safeIntegers(true);
    const made = {
      statement,
      columns: statement.reader ? columnsOf(statement.raw(true)) : undefined,
    };
    this.#prepared.set(sql, made);
    return made;
  }

  #execute(sql: string, args: readonly InValue[]): Written {
    const one = this.#prepare(sql);
    const { statement } = one;
    const values = args.map(toSql);
    if (one.columns === undefined) return { rows: [], rowsAffected: statement.run(values).changes };
    const found = statement.all(values) as unknown[][];
    // A table may have got a column since.
    if (found.length > 0 && found[0]?.length !== one.columns.length) {
      one.columns = columnsOf(statement);
    }
    const { columns } = one;
    return { rows: found.map((values) => rowOf(columns, values)), rowsAffected: 0 };
  }
}

function columnsOf(statement: Libsql.Statement<unknown[]>): string[] {
  return statement.columns().map(({ name }) => name);
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, Row[string]> = {};
  for (const [at, column] of columns.entries()) row[column] = fromSql(values[at]);
  return row;
}

function fromSql(value: unknown): Row[string] {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError("An integer is too large");
    return number;
  }
  return value instanceof Uint8Array ? value.buffer as ArrayBuffer : value as Row[string];
}

function toSql(value: InValue): unknown {
  switch (typeof value) {
    case "boolean":
      return value ? 1 : 0;
    case "undefined":
      throw new TypeError("A statement has no value for undefined");
    case "number":
      if (!Number.isFinite(value)) {
        throw new RangeError("A statement has no value for Infinity or NaN");
      }
      return value;
  }
  if (value instanceof Date) return value.valueOf();
  return value instanceof ArrayBuffer ? Buffer.from(value) : value;
}

/** Throws what libSQL's client would, for a file or a server. */
function known<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Libsql.SqliteError)) throw error;
    const { message, code, rawCode } = error as Error & { code: string; rawCode?: number };
    const base = rawCode === undefined ? undefined : sqliteCodes[rawCode & 0xff];
    throw new LibsqlError(message, base ?? "SQLITE_UNKNOWN", code, rawCode, error);
  }
}
