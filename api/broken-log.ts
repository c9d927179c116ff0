import type { Database } from "../events/database.ts";
import { refuseUnknownEvents } from "../events/verify/unknown-events.ts";
import { verifyLog } from "../events/verify/verify-log.ts";

/** The log is not what was recorded: serving it could make things worse. */
export class BrokenLog extends Error {
  override readonly name = "BrokenLog";
}

/** Up to so many events a start waits for, about ten seconds; beyond, operators verify by hand. */
const maxEvents = 250_000;

/**
 * @throws {BrokenLog} With the first position that is wrong, and what to do.
 * @throws {UnknownEvent} When a later version of the product wrote to it.
 */
export async function refuseBrokenLog(events: Database): Promise<void> {
  const tables = await events.read("SELECT name FROM sqlite_master WHERE name = 'events'");
  // The first start makes the log.
  if (tables.length === 0) return;
  await refuseUnknownEvents(events);
  const [row] = await events.read("SELECT max(position) AS position FROM events");
  if (Number(row?.position ?? 0) > maxEvents) return;
  const [first] = (await verifyLog(events)).findings;
  if (first === undefined) return;
  throw new BrokenLog(
    `The log is not as it was recorded, first at position ${first.position}: ${first.what}.\n` +
      'Nothing was changed. "npm run admin -- verify" lists everything. Keep a copy of the data ' +
      "folder, then restore the latest backup that verifies.",
  );
}
