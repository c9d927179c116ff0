import type { Database } from "./database.ts";

/**
 * Runs SQLite's check of a database file. Not `quick_check`, which skips indexes: a broken index
 * finds nothing.
 *
 * @returns SQLite's first message of damage, without content; `undefined` if there is none.
 * @throws {DatabaseDamaged} When it can't even be read.
 * @see {@link https://www.sqlite.org/pragma.html#pragma_integrity_check}
 */
export async function verifyFile(database: Pick<Database, "read">): Promise<string | undefined> {
  const [row] = await database.read("PRAGMA integrity_check(1)");
  const answer = String(row?.integrity_check);
  return answer === "ok" ? undefined : answer.replaceAll(/\s+/g, " ").trim();
}
