import type { Database } from "../events/database.ts";
import { refuseUnknownEvents } from "../events/verify/unknown-events.ts";
import { type Finding, verifyLog } from "../events/verify/verify-log.ts";
import type { Heads } from "./heads.ts";

/** The log is not what was recorded: serving it could make things worse. */
export class BrokenLog extends Error {
  override readonly name = "BrokenLog";
}

/** Up to so many events a start waits for, about ten seconds; beyond, operators verify by hand. */
const maxEvents = 250_000;

/**
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
