import type { Database } from "../../events/database.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import type { Log } from "../log.ts";

/** Leases last for twenty seconds and more; clock skew must not shorten them much. */
const toleratedMs = 2000;

/**
 * How many seconds the log's last event is in the future: this clock is slow, or the writer's was
 * fast. Until this clock has caught up, that event's time is used. 0 if slight.
 */
export async function secondsBehindLog(
  log: Pick<EventLog, "lastAtMs">,
  now: () => Date,
): Promise<number> {
  const behindMs = await log.lastAtMs() - now().getTime();
  return behindMs > toleratedMs ? Math.round(behindMs / 1000) : 0;
}

/** Warns of clock skew: a node that is ahead takes over others' leases too early. */
export async function warnOfSkew(
  database: Pick<Database, "read">,
  { log, now }: { readonly log: Log; readonly now: () => Date },
): Promise<void> {
  const askedAtMs = now().getTime();
  const [row] = await database.read("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at_ms");
  // The server answered at some moment in between.
  const tookMs = now().getTime() - askedAtMs;
  const aheadMs = askedAtMs + tookMs / 2 - Number(row?.at_ms);
  if (Math.abs(aheadMs) <= toleratedMs + tookMs / 2) return;
  log({
    level: "warning",
    event: "the clocks of this machine and of the database server differ: set both by NTP",
    aheadSeconds: Math.round(aheadMs / 1000),
  });
}
