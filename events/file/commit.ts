import type { Statement, Written } from "../database-port.ts";
import type { FileConnection } from "./connection.ts";

/**
 * Runs statements in one transaction: all of them are recorded when it returns, or none.
 *
 * @throws {LibsqlError} The first statement's error, or the commit's.
 */
export function commit(connection: FileConnection, statements: readonly Statement[]): Written[] {
  connection.run("BEGIN IMMEDIATE");
  try {
    const results = statements.map((statement) => connection.run(statement));
    connection.run("COMMIT");
    return results;
  } finally {
    // SQLite may have done it already.
    if (connection.isInTransaction()) connection.run("ROLLBACK");
  }
}

/** Runs a statement that must not stand in a transaction. */
export function runAlone(connection: FileConnection, sql: string): Written {
  return connection.run(sql);
}
