import { commit as realCommit, runAlone as realRunAlone } from "../../../events/file/commit.ts";
import type { FileConnection } from "../../../events/file/connection.ts";
import type { Statement, Written } from "../../../events/database-port.ts";
import type { Write } from "../steps.ts";
import { take } from "../orders.ts";

/** Commits as they are, in a process that can be told to end around each of the writes that one records. */
export function commit(connection: FileConnection, statements: readonly Statement[]): Written[] {
  return take(
    writeOf(connection, statements.map(({ sql }) => sql).join("\n")),
    () => realCommit(connection, statements),
    () => half(connection, statements),
  );
}

export function runAlone(connection: FileConnection, sql: string): Written {
  return take(writeOf(connection, sql), () => realRunAlone(connection, sql));
}

/** Runs the first half of the statements in a transaction that is never committed. */
function half(connection: FileConnection, statements: readonly Statement[]): void {
  connection.run("BEGIN IMMEDIATE");
  try {
    const first = statements.slice(0, Math.ceil(statements.length / 2));
    for (const statement of first) connection.run(statement);
  } catch (error) {
    // Another writer was first: the error is thrown as by the whole batch, and the product tries again.
    connection.run("ROLLBACK");
    throw error;
  }
}

function writeOf({ path }: FileConnection, sql: string): Write {
  return { edge: "database", database: /(\w+)\.db$/.exec(path)?.[1] ?? path, sql };
}
