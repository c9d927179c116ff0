import {
  DummyDriver,
  type Generated,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Statement } from "../database.ts";

/** What the log's members are now: one row for everyone who ever registered. */
export interface MembersTable {
  member_id: string;
  /** Log position of the member's last event: unique, so that followers can page by it. */
  position: number;
  /** Normalised, for logging in; `null` once erased. */
  username_key: string | null;
  email_key: string | null;
  /** JSON of the `MemberRecord`; `null` once erased. */
  record: string | null;
  /** Where the member's stream ended: what the row is made of. */
  version: number;
  hash: string;
}

export interface CheckpointsTable {
  name: MembersTableName;
  /** Position of the last event that the table of this name holds. */
  position: number;
  /** That event's; `null` where an earlier version took it in. */
  event_hash: string | null;
  /** Counts rebuilds. */
  generation: Generated<number>;
  /** Version of the rules that the rows follow; 0 for those from before it was noted. */
  projection: Generated<number>;
}

/** The table that is read, and the one that a rebuild fills beside it. */
export type MembersTableName = "members" | "members_next";

export interface ReadTables {
  members: MembersTable;
  members_next: MembersTable;
  checkpoints: CheckpointsTable;
}

/** Builds statements; `Database` runs them, several in one transaction. */
export const tables = new Kysely<ReadTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** A built query as a statement. */
export function statement(
  query: { compile(): { readonly sql: string; readonly parameters: readonly unknown[] } },
): Statement & { readonly args: (string | number | null)[] } {
  const { sql, parameters } = query.compile();
  return { sql, args: parameters as (string | number | null)[] };
}

/** Statements that make a members table; an index's name is unique by the table's generation. */
export function createMembersTable(name: MembersTableName, generation: number): Statement[] {
  return [
    {
      sql: `CREATE TABLE IF NOT EXISTS ${name} (
        member_id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        username_key TEXT,
        email_key TEXT,
        record TEXT,
        version INTEGER NOT NULL,
        hash TEXT NOT NULL
      ) STRICT`,
    },
    ...["position", "username_key", "email_key"].map((column) => ({
      sql: `CREATE INDEX IF NOT EXISTS members_${column}_${generation} ON ${name} (${column})`,
    })),
  ];
}
