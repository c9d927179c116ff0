import { type Database, isConstraintError, openDatabase, type Statement } from "../database.ts";
import { type Checkpoint, checkpointOf, moveCheckpoint } from "./checkpoints.ts";
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
  const { database, log, projection: own = projection } = deps;
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, own);
    const { projection: before } = await checkpointOf(database);
    for (;;) {
      await follow({ ...deps, database: built }, report);
      const current = await checkpointOf(database);
      const next = await checkpointOf(built);
      // The current tables may know more than the log, when its end was cut off or it was restored.
      if (next.position < current.position && next.position < await log.lastPosition()) continue;
      try {
        await database.write(await replacement(built, current, next));
        // What was deleted is overwritten, but not what the write-ahead log has of it.
        await database.truncateWriteAheadLog();
        return;
      } catch (error) {
        // More was recorded, or another rebuild was first.
        if (!isConstraintError(error)) throw error;
        const now = await checkpointOf(database);
        if (now.position === current.position && now.generation === current.generation) throw error;
        if (now.projection !== before) refuseOther(now, own);
      }
    }
  } finally {
    built.close();
  }
}

async function replacement(
  built: Database,
  current: Checkpoint,
  next: Checkpoint,
): Promise<Statement[]> {
  const rows = await Promise.all(tableNames.map((table) => copyOf(built, table)));
  return [
    moveCheckpoint(current, { ...next, generation: current.generation + 1 }),
    ...tableNames.map((table) => ({ sql: `DELETE FROM ${table}` })),
    ...rows.flat(),
    // When an erasure ended a conversation is not in the log any more: later than followers are, at most.
    {
      sql: `UPDATE members SET changed_position = ? WHERE member_id IN
        (SELECT mentor_id FROM connections WHERE asker_id IS NULL)`,
      args: [next.position],
    },
  ];
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
