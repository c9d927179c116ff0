import type { Database } from "../database.ts";

/**
 * SQLite's own check of a database file: its pages, and that every index has what its table has.
 * `quick_check` leaves indexes out, and what is looked up in a broken one is not found.
 *
 * @returns The first thing that is wrong, in SQLite's words, which name tables and rows and no content.
 * @throws {DatabaseDamaged} When it cannot even be looked at.
 * @see {@link https://www.sqlite.org/pragma.html#pragma_integrity_check}
 */
export async function verifyFile(database: Pick<Database, "read">): Promise<string | undefined> {
  const [row] = await database.read("PRAGMA integrity_check(1)");
  const answer = String(row?.integrity_check);
  return answer === "ok" ? undefined : answer.replaceAll(/\s+/g, " ").trim();
}
