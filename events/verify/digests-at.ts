import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";

const pageSize = 5000;

/**
 * Digests of a log as it was at some positions, by position: what `LogHead.digest` was then. There is
 * none for a position that the log has not.
 */
export async function digestsAt(
  database: Database,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = new Set(positions);
  const until = Math.max(0, ...positions);
  const whole = createHash("sha256");
  const digests = new Map<number, string>();
  if (wanted.has(0)) digests.set(0, whole.copy().digest("hex"));
  for (let position = 0; position < until;) {
    const rows = await readFewer(pageSize, (limit) =>
      database.read(
        "SELECT position, hash FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?",
        [position, until, limit],
      ));
    if (rows.length === 0) break;
    for (const row of rows) {
      position = Number(row.position);
      whole.update(String(row.hash));
      if (wanted.has(position)) digests.set(position, whole.copy().digest("hex"));
    }
  }
  return digests;
}
