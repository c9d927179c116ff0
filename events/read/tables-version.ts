import { sql } from "kysely";
import { type Database, refuseIf, type Statement } from "../store/database.ts";
import { rowsOf, statement, tables, tablesOf } from "../store/queries.ts";

export interface TablesVersion {
  /** Log position of the newest event in the tables. */
  readonly position: number;
  /** Grows with every rebuild. */
  readonly generation: number;
  /** The projection version of the rows; the same within a generation. */
  readonly projection: number;
}

/** The columns of `TablesVersion`, beside `installation`. */
export const versionColumns = [
  "generation",
  "projection",
  tables.selectFrom("events").select(({ fn }) => fn.max<number | null>("position").as("last"))
    .as("position"),
] as const;

const versionNow = statement(tables.selectFrom("installation").select(versionColumns));

export async function tablesVersion(database: Pick<Database, "read">): Promise<TablesVersion> {
  const [row] = await rowsOf(database, versionNow);
  if (row === undefined) throw new Error("The database names no installation");
  return { ...row, position: row.position ?? 0 };
}

/** Refuses a transaction if the tables were rebuilt since, or are about to be. */
export function refuseRebuilt(generation: number): Statement {
  return refuseIf(
    "(SELECT generation <> ? OR closed_until > unixepoch('subsec') FROM installation)",
    [generation],
  );
}

/** Claims the tables of an empty log, which fit any projection. */
export async function claimEmptyTables(database: Database, projection: number): Promise<void> {
  await tablesOf(database).updateTable("installation").set({ projection })
    .where("projection", "<>", projection)
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom("events").select("position"))))
    .execute();
}

/** Saves are refused and retried for this long, or until the rebuild ends. */
const closedSeconds = 1;

/** Makes saves wait for a rebuild, which constant saves would otherwise keep from finishing. */
export async function closeTables(database: Database): Promise<void> {
  await tablesOf(database).updateTable("installation")
    .set({ closed_until: sql`unixepoch('subsec') + ${closedSeconds}` }).execute();
}
