import type { Database } from "../../events/database.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import type { Log } from "../log.ts";

/** Leases last for twenty seconds and more; they must not be much shorter for somebody. */
const toleratedMs = 2000;

/**
 * How many seconds the log's last event is in the future; 0 when it is not, or hardly. Then this clock is
 * slow, or the one that wrote the event was fast: until it has caught up, events get the time of the last
 * one, and what expires does so by that.
 */
export async function secondsBehindLog(
  log: Pick<EventLog, "lastAtMs">,
  now: () => Date,
): Promise<number> {
  const behindMs = await log.lastAtMs() - now().getTime();
  return behindMs > toleratedMs ? Math.round(behindMs / 1000) : 0;
}

/**
 * Warns when this machine and a database server disagree about the time: leases go by the clocks of
 * all nodes, and one that is ahead takes what another still has.
 */
export async function warnOfSkew(
  database: Pick<Database, "read">,
  { log, now }: { readonly log: Log; readonly now: () => Date },
): Promise<void> {
  const askedAtMs = now().getTime();
  const [row] = await database.read("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at_ms");
  // The answer was made somewhere in between.
  const tookMs = now().getTime() - askedAtMs;
  const aheadMs = askedAtMs + tookMs / 2 - Number(row?.at_ms);
  if (Math.abs(aheadMs) <= toleratedMs + tookMs / 2) return;
  log({
    level: "warning",
    event: "the clocks of this machine and of the database server differ: set both by NTP",
    aheadSeconds: Math.round(aheadMs / 1000),
  });
}
