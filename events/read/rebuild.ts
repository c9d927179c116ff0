import { type Database, isConstraintError, refuseIf, type Statement } from "../store/database.ts";
import { type FoldDependencies, FoldedTables } from "./fold.ts";
import { projection, refuseOther } from "./projection.ts";
import { statement, tables } from "../store/queries.ts";
import { columnsOf, insertAll, type TableName, tableNames } from "./tables.ts";
import { closeTables, type TablesVersion, tablesVersion } from "./tables-version.ts";

/** Rows per page: a few megabytes. */
const pageSize = 2000;
/** Tries while others can save, before saves wait. */
const openTries = 3;

/**
 * Rebuilds the tables in memory, and replaces the current ones in one transaction, beside readers
 * and writers. It includes events appended in between. Of two rebuilds at once, the later one's
 * tables stay.
 *
 * @param report Called with the log position reached so far.
 * @throws {OtherProjection} When another version of the product built the tables.
 */
export async function rebuild(
  deps: FoldDependencies,
  report?: (position: number) => void,
): Promise<void> {
  const { database, projection: own = projection } = deps;
  const { projection: before } = await tablesVersion(database);
  const built = await FoldedTables.open(deps);
  try {
    for (let isReplaced = false; !isReplaced;) {
      const now = await tablesVersion(database);
      // Another rebuild may have been first.
      if (now.projection !== before) refuseOther(now, own);
      isReplaced = await replace(deps, built, now, report);
    }
    // Deleted rows are overwritten in the file, but not in its write-ahead log.
    await database.truncateWriteAheadLog();
  } finally {
    built.close();
  }
}

/** Copies the built rows, then those of events appended in between. False after another rebuild. */
async function replace(
  deps: FoldDependencies,
  built: FoldedTables,
  from: TablesVersion,
  report?: (position: number) => void,
): Promise<boolean> {
  const { database, projection: own = projection } = deps;
  await built.advance(report);
  const rows = (await Promise.all(tableNames.map((table) => copyOf(built.database, table)))).flat();
  const since: Statement[] = [];
  for (let tries = 1;; tries++) {
    if (tries > openTries) await closeTables(database);
    await built.advance((position, statements) => {
      since.push(...statements);
      report?.(position);
    });
    try {
      await database.write([
        refuseIf("(SELECT generation FROM installation) <> ?", [from.generation]),
        refuseIf("coalesce((SELECT max(position) FROM events), 0) <> ?", [built.position]),
        ...tableNames.map((table) => statement(tables.deleteFrom(table))),
        ...rows,
        ...since,
        // The log doesn't show when an erasure ended a conversation, so assume the latest position.
        statement(
          tables.updateTable("members").set({ changed_position: built.position }).where(
            "member_id",
            "in",
            tables.selectFrom("connections").where("asker_id", "is", null).select("mentor_id"),
          ),
        ),
        statement(
          tables.updateTable("installation").set(({ eb }) => ({
            projection: own,
            generation: eb("generation", "+", 1),
            closed_until: 0,
          })),
        ),
      ]);
      return true;
    } catch (error) {
      const now = await tablesVersion(database);
      if (now.generation !== from.generation) return false;
      // Another event was appended.
      if (now.position === built.position || !isConstraintError(error)) throw error;
    }
  }
}

async function copyOf(built: Database, table: TableName): Promise<Statement[]> {
  const columns = columnsOf(table);
  const values = columns.map((name) => name === "sealed" ? "nullif(hex(sealed), '')" : name);
  const statements: Statement[] = [];
  for (let after = 0;;) {
    const [page] = await built.read(
      `SELECT max(rowid) AS last, json_group_array(json_array(${values.join(", ")})) AS rows
       FROM (SELECT rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
      [after, pageSize],
    );
    if (page === undefined || page.last === null) return statements;
    statements.push(insertAll(table, columns, String(page.rows)));
    after = Number(page.last);
  }
}
