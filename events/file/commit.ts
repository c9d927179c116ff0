import type { Statement, Written } from "../database-port.ts";
import type { FileConnection } from "./connection.ts";

/** @throws {LibsqlError} The first statement's error, or the commit's. Then nothing is applied. */
export function commit(connection: FileConnection, statements: readonly Statement[]): Written[] {
  connection.run("BEGIN IMMEDIATE");
  try {
    const results = statements.map((statement) => connection.run(statement));
    connection.run("COMMIT");
    return results;
  } finally {
    // SQLite may have rolled back already.
    if (connection.isInTransaction()) connection.run("ROLLBACK");
  }
}

/** Runs a statement that SQLite refuses inside a transaction. */
export function runAlone(connection: FileConnection, sql: string): Written {
  return connection.run(sql);
}
