import { type Database, isConstraintError } from "../database.ts";
import { type Checkpoint, checkpointOf, holdGeneration, moveCheckpoint } from "./checkpoints.ts";
import { follow, type FollowDependencies } from "./follow.ts";
import { projection, refuseOther } from "./projection.ts";
import { createTables, inBuild, tableNames } from "./tables.ts";

/**
 * Builds new read tables beside the current ones, and switches at once. There is one build at a time:
 * a later one replaces an earlier one, whose process then helps with it. So a build whose process was
 * killed does not block the next.
 */
export async function rebuild(
  deps: FollowDependencies,
  report?: (position: number) => void,
): Promise<void> {
  const { database, projection: own = projection } = deps;
  await begin(database, own);
  await follow(deps, "members_next", report);
  for (;;) {
    // More may have been recorded, or the build begun anew, in between.
    await follow(deps, "members_next");
    const current = await checkpointOf(database, "members");
    const next = await checkpointOf(database, "members_next");
    // Somebody who helped was first.
    if (next === undefined) return refuseOther(current, own);
    refuseOther(next, own);
    const isBehind = current === undefined || next.position < current.position;
    // The current tables may know more than the log, when its end was cut off or it was restored.
    if (isBehind && next.position < await deps.log.lastPosition()) continue;
    if (current === undefined) throw new Error("The read tables have no checkpoint");
    try {
      await database.write(switchStatements(current, next));
      // Tables that are dropped are overwritten, but not what the write-ahead log has of them.
      await database.truncateWriteAheadLog();
      return;
    } catch (error) {
      if (!isConstraintError(error)) throw error;
    }
  }
}

/** Makes empty tables, in place of what an earlier build left. */
async function begin(database: Database, own: number): Promise<void> {
  for (;;) {
    const current = await checkpointOf(database, "members");
    const left = await checkpointOf(database, "members_next");
    if (current === undefined) throw new Error("The read tables have no checkpoint");
    const generation = Math.max(current.generation, left?.generation ?? 0) + 1;
    try {
      await database.write([
        // Another one may have been switched to: names of indexes are made of generations.
        holdGeneration("members", current),
        ...tableNames.map((name) => ({
          sql: `DROP TABLE IF EXISTS ${inBuild(name, "members_next")}`,
        })),
        ...createTables("members_next", generation),
        {
          sql: `INSERT INTO checkpoints (name, position, generation, projection)
            VALUES ('members_next', 0, ?, ?)
            ON CONFLICT (name) DO UPDATE SET position = 0, event_hash = NULL, generation = excluded.generation,
              projection = excluded.projection`,
          args: [generation, own],
        },
      ]);
      return;
    } catch (error) {
      if (!isConstraintError(error)) throw error;
    }
  }
}

function switchStatements(current: Checkpoint, next: Checkpoint) {
  return [
    // Refused unless both are still where they were.
    moveCheckpoint("members", current, current),
    moveCheckpoint("members_next", next, next),
    // When an erasure ended a conversation is not in the log any more: later than followers are, at most.
    {
      sql: `UPDATE ${inBuild("members", "members_next")} SET changed_position = ? WHERE member_id IN
        (SELECT mentor_id FROM ${inBuild("connections", "members_next")} WHERE asker_id IS NULL)`,
      args: [next.position],
    },
    ...tableNames.flatMap((name) => [
      { sql: `DROP TABLE ${name}` },
      { sql: `ALTER TABLE ${inBuild(name, "members_next")} RENAME TO ${name}` },
    ]),
    { sql: "DELETE FROM checkpoints WHERE name = 'members'" },
    { sql: "UPDATE checkpoints SET name = 'members' WHERE name = 'members_next'" },
  ];
}
