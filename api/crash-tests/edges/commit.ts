import {
  commit as realCommit,
  type Outcome,
  runAlone as realRunAlone,
} from "../../../events/store/commit-group.ts";
import type { FileConnection } from "../../../events/store/file-connection.ts";
import type { Statement, Written } from "../../../events/store/database-port.ts";
import type { Write } from "../steps.ts";
import { runStep } from "../orders.ts";

/** Commits for real, but can kill the process around each batch of a group. */
export function commit(
  connection: FileConnection,
  batches: readonly (readonly Statement[])[],
): Outcome[] {
  let outcomes: Outcome[] = [];
  const steps = batches.reduceRight(
    (step, batch, at) => () => {
      try {
        runStep(
          writeOf(batch.map(({ sql }) => sql).join("\n")),
          () => {
            step();
            if (!Array.isArray(outcomes[at])) throw new NotWritten();
          },
          () => {
            if (runHalf(connection, batch)) return;
            step();
            throw new NotWritten();
          },
        );
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error;
      }
    },
    () => void (outcomes = realCommit(connection, batches)),
  );
  steps();
  return outcomes;
}

/** The batch was refused or is left to the next group. */
class NotWritten extends Error {}

export function runAlone(connection: FileConnection, sql: string): Written {
  return runStep(writeOf(sql), () => realRunAlone(connection, sql));
}

/**
 * Runs the first half of the statements in a transaction that is never committed.
 *
 * @returns False if another writer was first.
 */
function runHalf(connection: FileConnection, statements: readonly Statement[]): boolean {
  connection.run("BEGIN IMMEDIATE");
  try {
    const first = statements.slice(0, Math.ceil(statements.length / 2));
    for (const statement of first) connection.run(statement);
    return true;
  } catch {
    connection.run("ROLLBACK");
    return false;
  }
}

function writeOf(sql: string): Write {
  return { edge: "database", sql };
}
