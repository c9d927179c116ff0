import {
  commitTogether as realCommitTogether,
  type Outcome,
  runAlone as realRunAlone,
  type Write as DatabaseWrite,
} from "../../../events/file/commit.ts";
import type { FileConnection } from "../../../events/file/connection.ts";
import type { Written } from "../../../events/database-port.ts";
import type { Write } from "../steps.ts";
import { takeNow } from "./orders.ts";

export type { Outcome };

/** Commits as they are, in a process that can be told to end around each of the writes that one records. */
export function commitTogether(
  connection: FileConnection,
  writes: readonly DatabaseWrite[],
): Outcome[] {
  return writes.reduceRight<() => Outcome[]>(
    (next, write) => () =>
      takeNow(
        writeOf(connection, write.map(({ sql }) => sql).join("\n")),
        next,
        () => half(connection, write),
      ),
    () => realCommitTogether(connection, writes),
  )();
}

export function runAlone(connection: FileConnection, sql: string): Written {
  return takeNow(writeOf(connection, sql), () => realRunAlone(connection, sql));
}

/** The first half of the statements in a transaction that nobody ends. */
function half(connection: FileConnection, write: DatabaseWrite): void {
  connection.run("BEGIN IMMEDIATE");
  try {
    for (const statement of write.slice(0, Math.ceil(write.length / 2))) connection.run(statement);
  } catch (error) {
    // Others were first: the product is told, as by the whole of it, and tries again.
    connection.run("ROLLBACK");
    throw error;
  }
}

function writeOf({ path }: FileConnection, sql: string): Write {
  return { edge: "database", database: /(\w+)\.db$/.exec(path)?.[1] ?? path, sql };
}
