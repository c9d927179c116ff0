import type { ColumnType, Kysely } from "kysely";
import type { Database } from "./database-port.ts";
import { tablesOf } from "./queries.ts";

/** What a backup has beside the database's own tables: what it is, and the pictures. */
export const backupTables = [
  `CREATE TABLE backup (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    about TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE objects (
    key TEXT PRIMARY KEY,
    body BLOB NOT NULL
  ) STRICT`,
];

export interface BackupTables {
  backup: { one: number; about: string };
  objects: { key: string; body: ColumnType<ArrayBuffer, Uint8Array, Uint8Array> };
}

/** The two tables in a copy, to ask. */
export function backupTablesOf(copy: Pick<Database, "read">): Kysely<BackupTables> {
  return tablesOf(copy) as unknown as Kysely<BackupTables>;
}
