import type { Database, Statement } from "./database.ts";
import { DatabaseDamaged } from "./database-errors.ts";
import { verifyFile } from "./verify-file.ts";
import { FileConnection } from "./file-connection.ts";

/**
 * Copies a database in use, as it is at one moment and without deleted data, into one new file.
 * Readers and writers go on.
 *
 * @param changes Statements for the copy alone.
 * @returns The copy, open for reading.
 * @throws {DatabaseDamaged} When SQLite finds the copy damaged.
 */
export async function copyFileTo(
  database: Pick<Database, "read">,
  path: string,
  changes: readonly Statement[] = [],
): Promise<Pick<Database, "read" | "close">> {
  await database.read("VACUUM INTO ?", [path]);
  const url = `file:${path.split("/").map(encodeURIComponent).join("/")}`;
  const copy = new FileConnection({ url, durability: "full" });
  const opened = {
    read: async (sql: string, args: Statement["args"] = []) => copy.run({ sql, args }).rows,
    close: () => copy.close(),
  };
  // What a change deletes is overwritten. A write-ahead log would be a second file.
  for (const one of [{ sql: "PRAGMA secure_delete = ON" }, ...changes]) copy.run(one);
  const wrong = await verifyFile(opened);
  if (wrong === undefined) return opened;
  copy.close();
  throw new DatabaseDamaged(`${path} is damaged (${wrong})`, "check the disk, and back up again");
}
