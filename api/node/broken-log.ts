import type { Database } from "../../events/database.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import { refuseUnknownEvents } from "../../events/verify/unknown-events.ts";
import { type Finding, verifyLog } from "../../events/verify/verify-log.ts";
import type { Heads } from "./heads.ts";

/** Error: the log fails its verification, and serving it could make things worse. */
export class BrokenLog extends Error {
  override readonly name = "BrokenLog";
}

/** Up to so many events a start waits for, about ten seconds; beyond, operators verify by hand. */
const maxEvents = 250_000;

/**
 * Log verification at the start.
 *
 * @returns Files in the place of heads that this program did not sign.
 * @throws {BrokenLog} With the first position that is wrong, and what to do.
 * @throws {UnknownEvent} When a later version of the product wrote to it.
 */
export async function refuseBrokenLog(
  events: Database,
  heads: Pick<Heads, "verify">,
): Promise<readonly string[]> {
  const tables = await events.read("SELECT name FROM sqlite_master WHERE name = 'events'");
  // The first start makes the log.
  if (tables.length === 0) return [];
  await refuseUnknownEvents(events);
  const [row] = await events.read("SELECT max(position) AS position FROM events");
  const isShort = Number(row?.position ?? 0) <= maxEvents;
  const [first] = isShort ? (await verifyLog(events)).findings : [];
  if (first !== undefined) throw broken(first, "");
  const { finding, strangers } = await heads.verify();
  if (finding !== undefined) throw broken(finding, meantBySomebody);
  return strangers;
}

/**
 * Log mismatch: refuses a log that is behind its read tables, which then know of events that it lacks.
 * A restore removes the read tables, so such a log is an older copy, or its end was cut off.
 *
 * @throws {BrokenLog}
 */
export async function refuseOtherLog(
  log: Pick<EventLog, "lastPosition">,
  tables: Pick<ReadModel, "fitsLog" | "position">,
): Promise<void> {
  if (await tables.fitsLog()) return;
  throw new BrokenLog(
    `The log ends at position ${await log.lastPosition()}, and the read tables hold events up to ` +
      `position ${await tables
        .position()} that it does not have: its end was cut off, or it is an older ` +
      "copy. Nothing was changed. Put the newest log back, or restore the newest backup: " +
      '"npm run admin -- restore --help". If you put an older log in its place on purpose, ' +
      '"npm run rebuild" builds the read tables from it.',
  );
}

/** What to do about a log that its heads do not fit, when that is no wonder. */
export const meantBySomebody =
  'If you put an older log in its place on purpose, "npm run admin -- head --anew" begins new heads.';

function broken({ position, what }: Finding, more: string): BrokenLog {
  return new BrokenLog(
    `The log is not as it was recorded, first at position ${position}: ${what}.\n` +
      'Nothing was changed. "npm run admin -- verify" lists everything. Keep a copy of the data ' +
      `folder, then restore the latest backup that verifies. ${more}`.trimEnd(),
  );
}
