import type { Database } from "./database.ts";
import { tablesOf } from "./queries.ts";

/**
 * One row: a random id that identifies the database to the picture store, the projection version
 * and
 * generation of the read tables, and until when saves wait for a rebuild, in seconds since 1970.
 */
export const installationTable = [
  `CREATE TABLE installation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    projection INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    closed_until REAL NOT NULL DEFAULT 0
  ) STRICT`,
  "INSERT INTO installation (one, id) VALUES (1, lower(hex(randomblob(16))))",
];

export async function installationOf(database: Database): Promise<string> {
  const { id } = await tablesOf(database).selectFrom("installation").select("id")
    .executeTakeFirstOrThrow();
  return id;
}
