/**
 * Installation id: which databases belong together. The log has one from the start. Vault and read
 * tables take the id of the first log they are opened with, and are refused beside any other.
 */
import type { Database } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";

type Databases = Readonly<Record<"events" | "vault" | "read", Database>>;

export const joinedInstallation = [
  `CREATE TABLE installation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL
  ) STRICT`,
];

/** A database's id; `undefined` while it belongs to no installation. */
export async function installationOf(database: Database): Promise<string | undefined> {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'installation'";
  if ((await database.read(sql)).length === 0) return undefined;
  const [row] = await database.read("SELECT id FROM installation");
  return row === undefined ? undefined : String(row.id);
}

/** The log's id. @throws {DatabaseUnfit} When the vault or the read tables belong to another installation. */
export async function refuseForeign({ events, vault, read }: Databases): Promise<string> {
  const id = await installationOf(events);
  if (id === undefined) {
    throw new DatabaseUnfit(`${events.name} is no whole log: it has no id of its installation`);
  }
  if ((await installationOf(vault) ?? id) !== id) {
    throw new DatabaseUnfit(
      `The vault ${vault.name} and the log ${events.name} are of two installations. Nothing was ` +
        "changed. Look at DATA_DIR, VAULT_URL and EVENTS_URL, and put back the file that belongs " +
        "to the other one, or both from one backup as OPERATING.md says",
    );
  }
  if ((await installationOf(read) ?? id) !== id) {
    throw new DatabaseUnfit(
      `The read tables ${read.name} are another installation's than the log ${events.name}. Nothing ` +
        "was changed. Look at DATA_DIR; if it is right, stop the service and delete the file of the read tables: it is rebuilt from the log",
    );
  }
  return id;
}

/** Gives vault and read tables the log's id. Call it after they were checked. */
export async function join({ vault, read }: Databases, id: string): Promise<void> {
  for (const database of [vault, read]) {
    if (await installationOf(database) !== undefined) continue;
    await database.write([{
      sql: "INSERT OR IGNORE INTO installation (one, id) VALUES (1, ?)",
      args: [id],
    }]);
  }
}
