import type { Database, Statement } from "../database.ts";

export const checkpointTable = [
  `CREATE TABLE checkpoints (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    event_id TEXT,
    projection INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  "INSERT INTO checkpoints (name, position) VALUES ('members', 0)",
];

export interface Checkpoint {
  readonly position: number;
  /** Id of the event at this position; `null` at the start. */
  readonly eventId: string | null;
  /** Grows with every rebuild, and is never used again. */
  readonly generation: number;
  /** The projection version of the rows; the same within a generation. */
  readonly projection: number;
}

/** @throws {Error} When the database has no read tables. */
export async function checkpointOf(database: Database): Promise<Checkpoint> {
  const [row] = await database.read(
    "SELECT position, event_id, generation, projection FROM checkpoints WHERE name = 'members'",
  );
  if (row === undefined) throw new Error("The read tables have no checkpoint");
  return {
    position: Number(row.position),
    eventId: row.event_id === null ? null : String(row.event_id),
    generation: Number(row.generation),
    projection: Number(row.projection),
  };
}

/** Moves the checkpoint, unless it has moved since it was read: NULL then rolls back the transaction. */
export function moveCheckpoint(from: Checkpoint, to: Checkpoint): Statement {
  return {
    sql: `UPDATE checkpoints SET event_id = ?, generation = ?, projection = ?,
        position = CASE WHEN position = ? AND generation = ? THEN ? END
      WHERE name = 'members'`,
    args: [to.eventId, to.generation, to.projection, from.position, from.generation, to.position],
  };
}
