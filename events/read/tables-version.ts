import { type Database, refuseIf, type Statement } from "../database.ts";

export interface TablesVersion {
  /** Of the newest event, which the tables have. */
  readonly position: number;
  /** Grows with every rebuild. */
  readonly generation: number;
  /** The projection version of the rows; the same within a generation. */
  readonly projection: number;
}

/** The columns of `TablesVersion`, from `installation`. */
export const versionColumns =
  "(SELECT max(position) FROM events) AS position, generation, projection";

export async function tablesVersion(database: Pick<Database, "read">): Promise<TablesVersion> {
  const [row] = await database.read(`SELECT ${versionColumns} FROM installation`);
  return {
    position: Number(row?.position),
    generation: Number(row?.generation),
    projection: Number(row?.projection),
  };
}

/** Refuses a transaction if the tables were rebuilt since, or are about to be. */
export function refuseRebuilt({ generation }: TablesVersion): Statement {
  return refuseIf(
    "(SELECT generation <> ? OR closed_until > unixepoch('subsec') FROM installation)",
    [generation],
  );
}

/** The rows of an empty log are those of any projection. */
export async function claimEmptyTables(database: Database, projection: number): Promise<void> {
  await database.write([{
    sql: `UPDATE installation SET projection = ?1
      WHERE projection <> ?1 AND NOT EXISTS (SELECT 1 FROM events)`,
    args: [projection],
  }]);
}

/** Saves are refused for this long, and tried again, unless the rebuild is over before. */
const closedSeconds = 1;

/** Has saves wait for the end of a rebuild, which would never come while people save all the time. */
export async function closeTables(database: Database): Promise<void> {
  await database.write([{
    sql: "UPDATE installation SET closed_until = unixepoch('subsec') + ?",
    args: [closedSeconds],
  }]);
}
