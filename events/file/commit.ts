import { LibsqlError } from "@libsql/client";
import type { Statement, Written } from "../database-port.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "../sqlite-errors.ts";
import type { FileConnection } from "./connection.ts";

/** One caller's statements: all of them are recorded, or none. */
export type Write = readonly Statement[];
/** What one write led to: its results, or why it alone was rolled back. */
export type Outcome = { readonly results: readonly Written[] } | { readonly error: unknown };

/**
 * Commit of several writes in one transaction, each behind a savepoint: one that breaks a rule is rolled
 * back alone. Answers after the commit, so that nobody is told of what is not recorded, a refusal
 * included: it may rest on a write before it.
 *
 * @throws {LibsqlError} What the file says of the transaction: then none of the writes is recorded.
 */
export function commitTogether(connection: FileConnection, writes: readonly Write[]): Outcome[] {
  connection.run("BEGIN IMMEDIATE");
  try {
    const outcomes = writes.map((write) => behindSavepoint(connection, write));
    connection.run("COMMIT");
    return outcomes;
  } finally {
    // SQLite may have done it already.
    if (connection.isInTransaction()) connection.run("ROLLBACK");
  }
}

/** Statement that must not stand in a transaction. */
export function runAlone(connection: FileConnection, sql: string): Written {
  return connection.run(sql);
}

function behindSavepoint(connection: FileConnection, write: Write): Outcome {
  connection.run("SAVEPOINT one");
  try {
    const results = write.map((statement) => connection.run(statement));
    connection.run("RELEASE one");
    return { results };
  } catch (error) {
    if (isOfFile(error) || !connection.isInTransaction()) throw error;
    connection.run("ROLLBACK TO one");
    connection.run("RELEASE one");
    return { error };
  }
}

/** Whether an error is the file's, not the write's. */
function isOfFile(error: unknown): boolean {
  return isBusy(error) || isDamaged(error) || isRefusedByDisk(error) ||
    (error instanceof LibsqlError && error.code === "SQLITE_NOMEM");
}
