import type { ColumnType, Kysely } from "kysely";
import type { Database } from "./database-port.ts";
import { tablesOf } from "./queries.ts";

/** Tables of a backup besides the database's own: its description, and the pictures. */
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

/** Typed queries of the two tables in a copy. */
export function backupTablesOf(copy: Pick<Database, "read">): Kysely<BackupTables> {
  return tablesOf(copy) as unknown as Kysely<BackupTables>;
}
