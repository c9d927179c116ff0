import { Buffer } from "node:buffer";
import { type InValue, LibsqlError } from "@libsql/client";
import Libsql from "libsql";
import { LRUCache } from "lru-cache";
import { pathOf } from "../database-place.ts";
import type { Row, Statement, Written } from "../database-port.ts";
import { sqliteCodes } from "./sqlite-codes.ts";

/** Connection to a database file. What a call does is done when it returns. */
export interface FileConnection {
  readonly path: string;
  /** @throws {LibsqlError} */
  run(statement: Statement | string): Written;
  isInTransaction(): boolean;
  /** Opens the file anew: after some errors SQLite refuses everything on a connection. */
  reopen(): void;
  /** The driver lets go of the file only when the statements that were prepared on it are collected. */
  close(): void;
}

interface Prepared {
  readonly statement: Libsql.Statement<unknown[]>;
  /** Names of what it returns; undefined for one that returns no rows. */
  columns: readonly string[] | undefined;
}

/** Statements that stay prepared; the longest writes a hundred members' rows. */
const maxPrepared = 128;

/**
 * The driver under libSQL's client, which prepares each statement anew and describes each cell of a row twice: that
 * takes several times as long as what most statements do.
 *
 * @param busyMs How long a call waits for another process's lock.
 */
export function openConnection(url: string, busyMs: number): FileConnection {
  const prepared = new LRUCache<string, Prepared>({ max: maxPrepared });
  const open = () => known(() => new Libsql(pathOf(url), { timeout: busyMs }));
  let connection = open();

  function prepare(sql: string): Prepared {
    const there = prepared.get(sql);
    if (there !== undefined) return there;
    const statement = connection.prepare(sql).safeIntegers(true);
    const made = {
      statement,
      columns: statement.reader ? columnsOf(statement.raw(true)) : undefined,
    };
    prepared.set(sql, made);
    return made;
  }

  function execute(sql: string, args: readonly InValue[]): Written {
    const one = prepare(sql);
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

  return {
    path: pathOf(url),
    run(given) {
      const { sql, args = [] } = typeof given === "string" ? { sql: given } : given;
      return known(() => execute(sql, args));
    },
    isInTransaction: () => connection.inTransaction,
    reopen() {
      prepared.clear();
      connection.close();
      connection = open();
    },
    close() {
      prepared.clear();
      connection.close();
    },
  };
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
