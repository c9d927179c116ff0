/** Databases as finished files, and row by row to a server. */
import { type Database, openDatabase } from "../../../events/database.ts";
import { copyLog } from "../../../events/log/copy-log.ts";
import { openLibsqlLog } from "../../../events/log/libsql.ts";
import { copyVault } from "../../../events/vault/copy-vault.ts";
import { openVault } from "../../../events/vault/vault.ts";

/** Copies the rows of a log or vault into an empty database, after creating its tables. */
export const copyRows = {
  async events(from: Database, to: Database) {
    await openLibsqlLog(to, () => Date.now());
    await copyLog(from, to);
  },
  async vault(from: Database, to: Database) {
    // Only creates tables: no key is used.
    await openVault({ database: to, kek: new Uint8Array(32) });
    await copyVault(from, to);
  },
} as const;

export function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}

export async function openFinished(path: string): Promise<Database> {
  return await openDatabase({ url: fileUrl(path), durability: "normal", isReadOnly: true });
}

/** Writes a database's current content, without deleted data, into a new file. */
export async function copyFileTo(database: Database, path: string): Promise<void> {
  await database.read("VACUUM INTO ?", [path]);
}

export async function erasedIn(events: Database): Promise<Set<string>> {
  const rows = await events.read("SELECT member_id FROM events WHERE type = 'MemberErased'");
  return new Set(rows.map((row) => String(row.member_id)));
}
