import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";
import type { LogHead } from "./verify-log.ts";

/** Running digest of a log, for heads: continues without reading earlier events again. */
export type LogDigest = ReturnType<typeof createLogDigest>;

const pageSize = 5000;

/**
 * Takes each event's hash as it stands: whether it fits the event is for `verifyLog` to say. A hundred
 * thousand events take about a tenth of a second.
 */
export function createLogDigest(database: Pick<Database, "read">) {
  const whole = createHash("sha256");
  let position = 0;
  return {
    /** Takes in what comes next, up to this position or to the end. Returns the head that it leads to. */
    async advance(until: number = Number.MAX_SAFE_INTEGER): Promise<LogHead> {
      for (;;) {
        const [page] = await readFewer(pageSize, (limit) =>
          database.read(
            `SELECT max(position) AS position, group_concat(hash, '') AS hashes FROM (
               SELECT position, hash FROM events WHERE position > ? AND position <= ?
               ORDER BY position LIMIT ?)`,
            [position, until, limit],
          ));
        if (typeof page?.position !== "number") break;
        whole.update(String(page.hashes));
        position = page.position;
        // Reading a file is synchronous: let other work run between pages.
        await setImmediate();
      }
      return { position, digest: whole.copy().digest("hex") };
    },
  };
}

/**
 * Digests of a log at some positions, by position: what `LogHead.digest` was then. Positions beyond the log
 * have none.
 */
export async function digestsAt(
  database: Pick<Database, "read">,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const log = createLogDigest(database);
  const digests = new Map<number, string>();
  for (const wanted of positions.toSorted((one, other) => one - other)) {
    const { position, digest } = await log.advance(wanted);
    if (position === wanted) digests.set(position, digest);
  }
  return digests;
}
