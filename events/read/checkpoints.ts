import type { Database, Statement } from "../database.ts";
import { type MembersTableName, statement, tables } from "./tables.ts";

/** How far a table is, and which build of it this is. */
export interface Checkpoint {
  readonly position: number;
  /** Grows with every build that is begun; nothing ever has the same one again. */
  readonly generation: number;
  /** The projection version of the rows; the same for all of a generation. */
  readonly projection: number;
}

/** `undefined` for `members_next` while nothing is built. */
export async function checkpointOf(
  database: Database,
  name: MembersTableName,
): Promise<Checkpoint | undefined> {
  const { sql, args } = statement(
    tables.selectFrom("checkpoints").select(["position", "generation", "projection"])
      .where("name", "=", name),
  );
  const [row] = await database.read(sql, args);
  return row && {
    position: Number(row.position),
    generation: Number(row.generation),
    projection: Number(row.projection),
  };
}

/**
 * Moves a checkpoint that is still where it was read. Otherwise the statement breaks a rule of the
 * table, and with it the transaction that it stands in.
 */
export function moveCheckpoint(
  name: MembersTableName,
  { position, generation }: Pick<Checkpoint, "position" | "generation">,
  to: number,
): Statement {
  return ifSo(name, "position = ? AND generation = ? THEN ?", [position, generation, to]);
}

/** The same for a checkpoint that may have moved, but not in another build. */
export function holdGeneration(
  name: MembersTableName,
  { generation }: Pick<Checkpoint, "generation">,
): Statement {
  return ifSo(name, "generation = ? THEN position", [generation]);
}

/** A position that is NULL, for want of the row or of what was expected in it, is refused. */
function ifSo(name: MembersTableName, expected: string, args: readonly number[]): Statement {
  return {
    sql: `INSERT INTO checkpoints (name, position)
      VALUES (?, (SELECT CASE WHEN ${expected} END FROM checkpoints WHERE name = ?))
      ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    args: [name, ...args, name],
  };
}
