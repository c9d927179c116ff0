import type { Database } from "./database.ts";

/**
 * SQLite's check of a database file. `quick_check` leaves out indexes; a broken one finds nothing.
 *
 * @returns The first thing that is wrong, in SQLite's words, without content.
 * @throws {DatabaseDamaged} When it cannot even be read.
 * @see {@link https://www.sqlite.org/pragma.html#pragma_integrity_check}
 */
export async function verifyFile(database: Pick<Database, "read">): Promise<string | undefined> {
  const [row] = await database.read("PRAGMA integrity_check(1)");
  const answer = String(row?.integrity_check);
  return answer === "ok" ? undefined : answer.replaceAll(/\s+/g, " ").trim();
}
