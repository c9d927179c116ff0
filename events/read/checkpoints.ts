import type { Database, Statement } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Build } from "./tables.ts";

/** How far a table is, and which build of it this is. */
export interface Checkpoint {
  readonly position: number;
  /** Of the event at this position; `null` where no event was taken in, or by an earlier version. */
  readonly eventHash: string | null;
  /** Grows with every build that is begun; nothing ever has the same one again. */
  readonly generation: number;
  /** The projection version of the rows; the same for all of a generation. */
  readonly projection: number;
}

const checkpointSql =
  "SELECT position, event_hash, generation, projection FROM checkpoints WHERE name = ?";

/** `undefined` for `members_next` while nothing is built. */
export async function checkpointOf(
  database: Database,
  name: Build,
): Promise<Checkpoint | undefined> {
  const [row] = await database.read(checkpointSql, [name]);
  return row && {
    position: Number(row.position),
    eventHash: row.event_hash === null ? null : String(row.event_hash),
    generation: Number(row.generation),
    projection: Number(row.projection),
  };
}

/** Whether a log has the event that a table is at. It has not, when an older one was put in its place. */
export async function isOf(
  log: Pick<EventLog, "read">,
  { position, eventHash }: Checkpoint,
): Promise<boolean> {
  if (position === 0) return true;
  const [event] = await log.read({ after: position - 1, limit: 1 });
  return event?.position === position && (eventHash ?? event.hash) === event.hash;
}

/**
 * Moves a checkpoint that is still where it was read. Otherwise the statement breaks a rule of the
 * table, and with it the transaction that it stands in.
 */
export function moveCheckpoint(
  name: Build,
  { position, generation }: Pick<Checkpoint, "position" | "generation">,
  to: Pick<Checkpoint, "position" | "eventHash">,
): Statement {
  const { sql, args } = ifSo(name, "position = ? AND generation = ? THEN ?", [
    position,
    generation,
    to.position,
  ]);
  return { sql: `${sql}, event_hash = ?`, args: [...args, to.eventHash] };
}

/** The same for a checkpoint that may have moved, but not in another build. */
export function holdGeneration(
  name: Build,
  { generation }: Pick<Checkpoint, "generation">,
): Statement {
  return ifSo(name, "generation = ? THEN position", [generation]);
}

/** A position that is NULL, for want of the row or of what was expected in it, is refused. */
function ifSo(name: Build, expected: string, args: readonly number[]) {
  return {
    sql: `INSERT INTO checkpoints (name, position)
      VALUES (?, (SELECT CASE WHEN ${expected} END FROM checkpoints WHERE name = ?))
      ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    args: [name, ...args, name],
  };
}
