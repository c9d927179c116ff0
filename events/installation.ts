import type { Database } from "./database.ts";

/** A random id, by which pictures know their database. */
export const installationTable = [
  `CREATE TABLE installation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL
  ) STRICT`,
  "INSERT INTO installation VALUES (1, lower(hex(randomblob(16))))",
];

export async function installationOf(database: Database): Promise<string> {
  const [row] = await database.read("SELECT id FROM installation");
  return String(row?.id);
}
