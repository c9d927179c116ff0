import type { Database } from "../database.ts";
import { type StoredAs, UnknownEvent } from "../log/upcast.ts";
import { upcast } from "../members/upcast.ts";

/**
 * Checks the types and schema versions of a log's events after a position.
 *
 * @throws {UnknownEvent} For the first one that this version can't read.
 */
export async function refuseUnknownEvents(
  events: Pick<Database, "read">,
  after = 0,
): Promise<void> {
  const rows = await events.read(
    `SELECT type, schema_version, min(position) AS position FROM events
     WHERE position > ? GROUP BY type, schema_version ORDER BY 3`,
    [after],
  );
  const shapes = rows.map((row): StoredAs => ({
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    position: Number(row.position),
  }));
  const unknown = shapes.find((shape) => !upcast.knows(shape));
  if (unknown !== undefined) throw new UnknownEvent(unknown);
}
