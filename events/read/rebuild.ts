import { type Database, isConstraintError, openDatabase, type Statement } from "../database.ts";
import { checkpointOf, moveCheckpoint } from "./checkpoints.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { openTables } from "./open-tables.ts";
import { projection, refuseOther } from "./projection.ts";
import { columnsOf, type TableName, tableNames } from "./tables.ts";

/** Rows that are copied at once: an answer of a few megabytes. */
const pageSize = 2000;

/**
 * Builds the read tables anew in memory, and has them take the place of the current ones in one transaction.
 * Others read and write meanwhile; of two rebuilds at the same time each takes the other's place.
 *
 * @param report Is told the log position that was reached, now and then.
 * @throws {OtherProjection} When another version of the product has built them meanwhile.
 */
export async function rebuild(
  deps: FollowDependencies,
  report?: (position: number) => void,
): Promise<void> {
  const { database, projection: own = projection } = deps;
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, own);
    const { projection: before } = await checkpointOf(database);
    while (!await replace(deps, built, report)) {
      // Another rebuild was first.
      const now = await checkpointOf(database);
      if (now.projection !== before) refuseOther(now, own);
    }
    // What was deleted is overwritten, but not what the write-ahead log has of it.
    await database.truncateWriteAheadLog();
  } finally {
    built.close();
  }
}

/**
 * Copies the built rows once. What is recorded meanwhile is written to the built tables, and noted to be written
 * after the copy: however often somebody saves, each new try has only that to add.
 *
 * @returns Whether they are in place; not, when another rebuild was first.
 */
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
    // The current tables may know more than the log, when its end was cut off or it was restored.
    if (next.position < current.position && next.position < await log.lastPosition()) continue;
    try {
      await database.write([
        moveCheckpoint(current, copied),
        ...tableNames.map((table) => ({ sql: `DELETE FROM ${table}` })),
        ...rows,
        ...since,
        // When an erasure ended a conversation is not in the log any more: later than followers are, at most.
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

/** Statements that insert the rows of a table. */
async function copyOf(built: Database, table: TableName): Promise<Statement[]> {
  const columns = columnsOf(table);
  const values = columns.map((_, at) => `value ->> ${at}`).join(", ");
  const statements: Statement[] = [];
  for (let after = 0;;) {
    const [page] = await built.read(
      `SELECT max(rowid) AS last, json_group_array(json_array(${columns.join(", ")})) AS rows
       FROM (SELECT rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
      [after, pageSize],
    );
    if (page === undefined || page.last === null) return statements;
    statements.push({
      sql: `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values} FROM json_each(?)`,
      args: [String(page.rows)],
    });
    after = Number(page.last);
  }
}
