import { Buffer } from "node:buffer";
import { type InValue, LibsqlError } from "@libsql/client";
import Libsql from "libsql";
import { LRUCache } from "lru-cache";
import { pathOf } from "./database-place.ts";
import type { DatabaseOptions, DatabaseRow, Statement, Written } from "./database-port.ts";
import { isBusy, isRefusedByDisk } from "./sqlite-errors.ts";

type FileOptions = Pick<DatabaseOptions, "url" | "durability">;

interface Prepared {
  readonly statement: Libsql.Statement<unknown[]>;
  columns: readonly string[] | undefined;
}

/** How many statements stay prepared; the longest one writes a hundred members' rows. */
const maxPrepared = 128;
/** Saves are 20 % faster than with pages of twice the size. */
const pageBytes = 4096;
/** One attempt's wait for another process's lock. It blocks this thread. */
const busyMs = 10;

/**
 * Connection to a database file with synchronous calls, below libSQL's client. The client prepares
 * every statement again and describes each cell twice, which is several times slower.
 */
export class FileConnection {
  readonly path: string;
  readonly #options: FileOptions;
  readonly #prepared = new LRUCache<string, Prepared>({ max: maxPrepared });
  #connection: Libsql.Database;

  constructor(options: FileOptions) {
    this.path = pathOf(options.url);
    this.#options = options;
    this.#connection = this.#open();
  }

  run(given: Statement | string): Written {
    const { sql, args = [] } = typeof given === "string" ? { sql: given } : given;
    return known(() => this.#execute(sql, args));
  }

  /** Runs a text of several statements, without their rows. */
  runAll(sql: string): void {
    known(() => this.#connection.exec(sql));
  }

  /** Grows with each commit of other connections; `undefined` while the file is locked. */
  commitsOfOthers(): number | undefined {
    try {
      // Called several times per request. Reading one row in a single driver call takes half as
      // long.
      const { statement } = this.#prepare("PRAGMA data_version");
      return Number((statement.get([]) as unknown[])[0]);
    } catch {
      return undefined;
    }
  }

  isInTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  prepare(): void {
    // Deleted personal data is overwritten, not only unlinked. PRAGMAs that need no lock come
    // first: later
    // ones can find the file busy, and then keep SQLite's default or the file's own setting.
    this.run("PRAGMA secure_delete = ON");
    this.run("PRAGMA foreign_keys = ON");
    this.run("PRAGMA trusted_schema = OFF");
    this.run(`PRAGMA synchronous = ${this.#options.durability}`);
    // Before journal_mode, which creates a new file.
    this.run(`PRAGMA page_size = ${pageBytes}`);
    this.run("PRAGMA journal_mode = WAL");
  }

  /** Some errors make a connection unusable. The next call reports a failure. */
  reopen(): void {
    this.close();
    this.#connection = this.#open();
    try {
      this.prepare();
    } catch (error) {
      if (!isBusy(error) && !isRefusedByDisk(error)) throw error;
    }
  }

  /** The driver releases the file once its prepared statements are garbage collected. */
  close(): void {
    this.#prepared.clear();
    this.#connection.close();
  }

  #open(): Libsql.Database {
    return known(() => new Libsql(this.path, { timeout: busyMs }));
  }

  #prepare(sql: string): Prepared {
    const prepared = this.#prepared.get(sql);
    if (prepared !== undefined) return prepared;
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
    // A table may have a new column.
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

function rowOf(columns: readonly string[], values: readonly unknown[]): DatabaseRow {
  const row: Record<string, DatabaseRow[string]> = {};
  for (const [at, column] of columns.entries()) row[column] = fromSql(values[at]);
  return row;
}

function fromSql(value: unknown): DatabaseRow[string] {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError("An integer is too large");
    return number;
  }
  return value instanceof Uint8Array ? value.buffer as ArrayBuffer : value as DatabaseRow[string];
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

/** Primary result codes from 1 on. @see {@link https://www.sqlite.org/rescode.html} */
const sqliteCodes =
  ("ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT " +
    "NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT " +
    "RANGE NOTADB").split(" ");

/** Throws the errors of libSQL's client, for files and servers alike. */
function known<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Libsql.SqliteError)) throw error;
    const { message, code, rawCode } = error as Error & { code: string; rawCode?: number };
    const base = sqliteCodes[((rawCode ?? 0) & 0xff) - 1] ?? "UNKNOWN";
    throw new LibsqlError(message, `SQLITE_${base}`, code, rawCode, error);
  }
}
