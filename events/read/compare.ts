import { type Database, openDatabase } from "../database.ts";
import { isSameJson } from "../members/same-json.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { openTables } from "./open-tables.ts";
import { projection } from "./projection.ts";
import { columnsOf, type TableName, tableNames } from "./tables.ts";

/**
 * Rebuilds the tables in memory, and compares them with the current ones, beside writers.
 *
 * @param report Called with the log position reached so far.
 * @returns The tables with other rows than the log gives.
 */
export async function differingTables(
  deps: FollowDependencies,
  report?: (position: number) => void,
): Promise<TableName[]> {
  const { database, projection: own = projection } = deps;
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, own);
    for (;;) {
      await follow({ ...deps, database: built }, report);
      await follow(deps);
      const [current, rebuilt] = [await rowsOf(database), await rowsOf(built)];
      // An event was recorded between the two reads.
      if (current.position !== rebuilt.position) continue;
      return tableNames.filter((_, at) => !isSameJson(current.tables[at], rebuilt.tables[at]));
    }
  } finally {
    built.close();
  }
}

/** All rows at one moment, but those whose text waits to be deleted. */
async function rowsOf(database: Database) {
  const [checkpoint, ...tables] = await database.write([
    { sql: "SELECT position FROM checkpoints WHERE name = 'members'" },
    ...tableNames.map((table) => {
      // The log doesn't show when others changed a row.
      const columns = columnsOf(table).filter((name) => name !== "changed_position");
      const stays = columns.includes("is_left") ? "WHERE NOT is_left" : "";
      return {
        sql: `SELECT ${columns.join(", ")} FROM ${table} ${stays} ORDER BY ${
          columns.map((_, at) => at + 1).join()
        }`,
      };
    }),
  ]);
  return {
    position: Number(checkpoint?.rows[0]?.position),
    // The order of names in a record depends on how many events were applied at once.
    tables: tables.map(({ rows }) =>
      rows.map((row) => ({ ...row, record: row.record && parsed(String(row.record)) }))
    ),
  };
}

function parsed(record: string): unknown {
  try {
    return JSON.parse(record);
  } catch {
    return record;
  }
}
