import type { EventLog } from "../../events/log/event-log.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";

/** The log lacks events of its read tables: serving it could make things worse. */
export class OlderLog extends Error {
  override readonly name = "OlderLog";
}

/**
 * Refuses a log that lacks events of its read tables. A restore removes the read tables, so such a
 * log is an older copy, or its end was cut off.
 * @throws {OlderLog}
 */
export async function refuseOlderLog(
  log: Pick<EventLog, "lastPosition">,
  tables: Pick<ReadModel, "fitsLog" | "position">,
): Promise<void> {
  if (await tables.fitsLog()) return;
  throw new OlderLog(
    `The log ends at position ${await log.lastPosition()}, and the read tables hold events up to ` +
      `position ${await tables
        .position()} that it doesn't have. The end of the log is missing, or it is an older ` +
      "copy. Nothing was changed. Put the newest log back, or restore the newest backup: " +
      '"npm run admin -- restore --help". If you put an older log in its place on purpose, ' +
      '"npm run rebuild" builds the read tables from it.',
  );
}
