import type { Database } from "../../events/database.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import { type Finding, refuseUnknownEvents, verifyLog } from "../../events/verify/verify-log.ts";
import type { Heads } from "./heads.ts";

/** The log fails its verification, and serving it could make things worse. */
export class BrokenLog extends Error {
  override readonly name = "BrokenLog";
}

/** Maximum of events that a start verifies or compares with earlier heads: it takes seconds. */
const maxEvents = 100_000;

/**
 * Verifies what was recorded since the newest head, before the first answer. Earlier events are
 * verified beside requests (`log-check.ts`).
 *
 * @param isSuspect Whether a fault was found before: then everything is verified.
 * @returns Files that look like heads but weren't signed by this program, and the position after
 * which everything was verified.
 * @throws {BrokenLog} With the first wrong position, and what to do.
 * @throws {UnknownEvent} When a later version of the product wrote to it.
 */
export async function refuseBrokenLog(
  events: Database,
  heads: Pick<Heads, "newest" | "verify">,
  isSuspect = false,
) {
  const tables = await events.read("SELECT name FROM sqlite_master WHERE name = 'events'");
  // The first start creates the log.
  if (tables.length === 0) return { strangers: [], verifiedAfter: 0 };
  const [row] = await events.read("SELECT max(position) AS position FROM events");
  const end = Number(row?.position ?? 0);
  const { newest, strangers } = await heads.newest();
  const signedTo = newest?.position ?? 0;
  const isCut = signedTo > end;
  const verifiedAfter = isSuspect || isCut ? 0 : Math.max(signedTo, end - maxEvents);
  const isShort = end <= maxEvents;
  await refuseUnknownEvents(events, isShort ? 0 : verifiedAfter);
  // Heads reveal a missing end, and then nothing else matters.
  const [first] = isCut ? [] : (await verifyLog(events, { after: verifiedAfter })).findings;
  if (first !== undefined) throw brokenBy(first);
  if (isShort || isCut || isSuspect) await refuseOtherHeads(events, heads);
  return { strangers, verifiedAfter };
}

/** Compares a whole log with its heads. @throws {BrokenLog} */
export async function refuseOtherHeads(
  events: Pick<Database, "read">,
  heads: Pick<Heads, "verify">,
): Promise<void> {
  const { finding } = await heads.verify(events);
  if (finding !== undefined) throw brokenBy(finding, ifOnPurpose);
}

/**
 * Refuses a log that lacks events of its read tables. A restore removes the read tables, so such a
 * log is an older copy, or its end was cut off.
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
        .position()} that it doesn't have. The end of the log is missing, or it is an older ` +
      "copy. Nothing was changed. Put the newest log back, or restore the newest backup: " +
      '"npm run admin -- restore --help". If you put an older log in its place on purpose, ' +
      '"npm run rebuild" builds the read tables from it.',
  );
}

/** Advice for a log that an operator replaced, so that it doesn't match its heads. */
export const ifOnPurpose =
  'If you put an older log in its place on purpose, "npm run admin -- head --anew" begins new heads.';

export function brokenBy({ position, what }: Finding, more = ""): BrokenLog {
  return new BrokenLog(
    `The log is not as it was recorded, first at position ${position}: ${what}.\n` +
      'Nothing was changed. "npm run admin -- verify" lists everything. Keep a copy of the data ' +
      `folder, then restore the latest backup that verifies. ${more}`.trimEnd(),
  );
}
