import type { Database } from "../store/database.ts";
import { isSameJson } from "../members/same-json.ts";
import { type FoldDependencies, FoldedTables } from "./fold.ts";
import { openRecord } from "./sealed-rows.ts";
import { columnsOf, type TableName, tableNames } from "./tables.ts";

/**
 * Rebuilds the tables in memory and compares them with the current ones, while others write.
 *
 * @param report Called with the log position reached so far.
 * @returns The tables whose rows differ.
 */
export async function differingTables(
  deps: FoldDependencies,
  report?: (position: number) => void,
): Promise<TableName[]> {
  const built = await FoldedTables.open(deps);
  try {
    for (;;) {
      await built.advance(report);
      const [current, rebuilt] = [
        await rowsOf(deps.database, deps),
        await rowsOf(built.database, deps),
      ];
      // Another event was appended since.
      if (current.position !== built.position) continue;
      return tableNames.filter((_, at) => !isSameJson(current.tables[at], rebuilt.tables[at]));
    }
  } finally {
    built.close();
  }
}

/** All rows at one moment, opened. Omits rows whose text waits to be deleted. */
async function rowsOf(database: Database, { keys }: Pick<FoldDependencies, "keys">) {
  const [checkpoint, ...tables] = await database.write([
    { sql: "SELECT max(position) AS position FROM events" },
    ...tableNames.map((table) => {
      // The log doesn't show when others' events changed a row, and forgets some of their dealings.
      const columns = columnsOf(table).filter((name) =>
        name !== "changed_position" && name !== "dealings"
      );
      const stays = columns.includes("is_left") ? "WHERE NOT is_left" : "";
      return {
        sql: `SELECT ${columns.join(", ")} FROM ${table} ${stays} ORDER BY ${
          columns.map((_, at) => at + 1).join()
        }`,
      };
    }),
  ]);
  const sealed = tables.flatMap(({ rows }) => rows.filter(({ sealed }) => sealed != null));
  const keyOf = await keys.load(sealed.map((row) => String(row.member_id)));
  return {
    position: Number(checkpoint?.rows[0]?.position),
    // The order of names in a record depends on how many events were applied at once.
    tables: tables.map(({ rows }) =>
      rows.map((row) => ({
        ...row,
        sealed: row.sealed &&
          orAsItIs(row.sealed, () => openRecord(row, keyOf.get(String(row.member_id)))),
        record: row.record && orAsItIs(row.record, () => JSON.parse(String(row.record))),
      }))
    ),
  };
}

/** A row that can't be opened differs from every other. */
function orAsItIs(value: unknown, open: () => unknown): unknown {
  try {
    return open();
  } catch {
    return value;
  }
}
