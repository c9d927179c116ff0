import type { Statement, Written } from "./database-port.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";
import type { FileConnection } from "./file-connection.ts";

/** Results of a batch's statements, or the error that refused it. */
export type Outcome = readonly Written[] | Error;

/** A group is committed after this time, so that requests don't wait for a long one. */
const groupMs = 20;

/**
 * Commits batches together, in their order: one sync to disk for all of them. A refused batch is
 * rolled back alone.
 *
 * @returns The outcomes of the first batches, not of all if they take long.
 * @throws {LibsqlError} If the disk or the commit fails, or a single batch. Then nothing is applied.
 */
export function commit(
  connection: FileConnection,
  batches: readonly (readonly Statement[])[],
  withinMs = groupMs,
): Outcome[] {
  const endAtMs = performance.now() + withinMs;
  const outcomes: Outcome[] = [];
  // A single batch is rolled back with the transaction. Savepoints cost it 10 % more processor
  // time.
  const runBatch = batches.length === 1 ? run : runInSavepoint;
  connection.run("BEGIN IMMEDIATE");
  try {
    for (const statements of batches) {
      outcomes.push(runBatch(connection, statements));
      if (performance.now() > endAtMs) break;
    }
    connection.run("COMMIT");
    return outcomes;
  } finally {
    // SQLite may have rolled back already.
    if (connection.isInTransaction()) connection.run("ROLLBACK");
  }
}

function run(connection: FileConnection, statements: readonly Statement[]): Written[] {
  return statements.map((statement) => connection.run(statement));
}

function runInSavepoint(connection: FileConnection, statements: readonly Statement[]): Outcome {
  connection.run("SAVEPOINT batch");
  try {
    const results = run(connection, statements);
    connection.run("RELEASE batch");
    return results;
  } catch (error) {
    const isRefused = !isBusy(error) && !isRefusedByDisk(error) && !isDamaged(error);
    // After a few errors, such as a lack of memory, SQLite has rolled back the whole transaction.
    if (!isRefused || !connection.isInTransaction()) throw error;
    connection.run("ROLLBACK TO batch");
    connection.run("RELEASE batch");
    return error as Error;
  }
}

/** Runs a statement that SQLite refuses inside a transaction. */
export function runAlone(connection: FileConnection, sql: string): Written {
  return connection.run(sql);
}
