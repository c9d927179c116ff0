import { type Database, isConstraintError, openDatabase, type Statement } from "../database.ts";
import { checkpointOf, moveCheckpoint } from "./checkpoints.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { openTables } from "./open-tables.ts";
import { projection, refuseOther } from "./projection.ts";
import { columnsOf, insertAll, type TableName, tableNames } from "./tables.ts";

/** Rows copied at once: an answer of a few megabytes. */
const pageSize = 2000;

/**
 * Rebuilds the tables in memory, and replaces the current ones in one transaction, beside readers
 * and writers. Of two rebuilds at once, the last one's tables stay.
 *
 * @param report Called with the log position reached so far.
 * @throws {OtherProjection} When another version of the product built the tables.
 */
export async function rebuild(
  deps: FollowDependencies,
  report?: (position: number) => void,
): Promise<void> {
  const { database, projection: own = projection } = deps;
  const { projection: before } = await checkpointOf(database);
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, own);
    do {
      // Another rebuild may have been first.
      const now = await checkpointOf(database);
      if (now.projection !== before) refuseOther(now, own);
    } while (!await replace(deps, built, report));
    // Deleted rows are overwritten in the file, but not in its write-ahead log.
    await database.truncateWriteAheadLog();
  } finally {
    built.close();
  }
}

/** Copies the built rows, then those of events recorded meanwhile. False after another rebuild. */
async function replace(
  deps: FollowDependencies,
  built: Database,
  report?: (position: number) => void,
): Promise<boolean> {
  const { database, log } = deps;
  const ofBuilt = { ...deps, database: built };
  const { generation } = await checkpointOf(database);
  await built.write([{
    sql: "UPDATE checkpoints SET generation = ?",
    args: [generation + 1],
  }]);
  await follow(ofBuilt, report);
  const copied = await checkpointOf(built);
  const rows = (await Promise.all(tableNames.map((table) => copyOf(built, table)))).flat();
  const since: Statement[] = [];
  for (;;) {
    await follow(ofBuilt, (position, statements) => {
      since.push(...statements);
      report?.(position);
    });
    const next = await checkpointOf(built);
    const current = await checkpointOf(database);
    if (current.generation !== generation) return false;
    // The current tables may be ahead of the log if it was cut off or restored.
    if (next.position < current.position && next.position < await log.lastPosition()) continue;
    try {
      await database.write([
        moveCheckpoint(current, copied),
        ...tableNames.map((table) => ({ sql: `DELETE FROM ${table}` })),
        ...rows,
        ...since,
        // The log doesn't show when an erasure ended a conversation, so assume the latest position.
        {
          sql: `UPDATE members SET changed_position = ? WHERE member_id IN
            (SELECT mentor_id FROM connections WHERE asker_id IS NULL)`,
          args: [next.position],
        },
      ]);
      return true;
    } catch (error) {
      // More was recorded, or another rebuild was first.
      const now = await checkpointOf(database);
      const isOvertaken = now.position !== current.position || now.generation !== generation;
      if (!isOvertaken || !isConstraintError(error)) throw error;
    }
  }
}

async function copyOf(built: Database, table: TableName): Promise<Statement[]> {
  const columns = columnsOf(table);
  const statements: Statement[] = [];
  for (let after = 0;;) {
    const [page] = await built.read(
      `SELECT max(rowid) AS last, json_group_array(json_array(${columns.join(", ")})) AS rows
       FROM (SELECT rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
      [after, pageSize],
    );
    if (page === undefined || page.last === null) return statements;
    statements.push(insertAll(table, columns, String(page.rows)));
    after = Number(page.last);
  }
}
