import type { Selectable } from "kysely";
import { countsStream } from "../connections/count-events.ts";
import { connectionEventSchemas } from "../connections/events.ts";
import type { Database } from "../store/database-port.ts";
import type { Json } from "../store/event-log.ts";
import { requireKnown } from "../members/schema-version.ts";
import { parsed, rowsOf, statement, tables, tablesOf } from "../store/queries.ts";
import type { Tables } from "../store/tables.ts";
import { cycleNamed } from "./cycle.ts";
import type { LoggedEvent } from "./people.ts";
import { countsOf } from "./request-days.ts";

export class ReportError extends Error {
  override readonly name = "ReportError";
}

export type LogDatabase = Pick<Database, "read">;

export type AsOf =
  | { readonly kind: "end" }
  | { readonly kind: "position"; readonly position: number }
  | { readonly kind: "time"; readonly beforeMs: number };

/** The point up to which a report counts the log. */
export interface EndOfLog {
  /** 0 for an empty log. */
  readonly position: number;
  readonly atMs: number;
  readonly firstAtMs: number;
}

const places = tables.selectFrom("events").select(["position", "at_ms as atMs"]);

/** Excludes events between two members: their clear time is the start of their day. */
const withOwnTime = places.where("type", "not in", Object.keys(connectionEventSchemas));

/**
 * @param now The clock's time; later times haven't happened, unless the log has events then.
 * @throws {ReportError} When it is in the future or before the log, or no such position exists.
 */
export async function findEndOfLog(
  database: LogDatabase,
  asOf: AsOf,
  now: number,
): Promise<EndOfLog> {
  const one = async (found: typeof places, order: "asc" | "desc" = "desc") => {
    const [row] = await rowsOf(database, statement(found.orderBy("position", order).limit(1)));
    return row;
  };
  /** Just after an event, so that it and earlier ones are included. */
  const endOf = async ({ position, atMs }: { position: number; atMs: number }) => {
    const before = await one(withOwnTime.where("position", "<=", position));
    return Math.max(atMs, before?.atMs ?? 0) + 1;
  };
  const [first, end] = [await one(places, "asc"), await one(places)];
  if (end === undefined || first === undefined) return { position: 0, atMs: now, firstAtMs: now };
  const endMs = await endOf(end);
  if (asOf.kind === "time" && asOf.beforeMs > Math.max(now, endMs)) {
    throw new ReportError(
      `--as-of is in the future, and the log ends at ${
        new Date(endMs - 1).toISOString()
      }: you can ask for a day after it ends, in UTC. Without --as-of a report includes everything so far`,
    );
  }
  if (asOf.kind === "position" && asOf.position > end.position) {
    throw new ReportError(
      `Position ${asOf.position} is not known: the log ends at ${end.position}`,
    );
  }
  const head = asOf.kind === "position"
    ? await one(places.where("position", "<=", asOf.position))
    : asOf.kind === "time"
    ? await one(withOwnTime.where("at_ms", "<", asOf.beforeMs))
    : end;
  if (head === undefined) {
    const begin = new Date(first.atMs).toISOString();
    throw new ReportError(`Nothing was known then: the log begins at ${begin}`);
  }
  const atMs = asOf.kind === "time" ? asOf.beforeMs : await endOf(head);
  return { position: head.position, atMs, firstAtMs: first.atMs };
}

/** @throws {ReportError} When a cycle hadn't begun, or ended before the log begins. */
export function checkCycles(
  [first, last]: readonly [first: number, last: number],
  { atMs, firstAtMs }: EndOfLog,
): void {
  if (cycleNamed(last).startMs >= atMs) {
    const end = new Date(atMs - 1).toISOString();
    throw new ReportError(`Cycle ${last} begins after ${end}, and nothing later is known`);
  }
  if (cycleNamed(first).endMs <= firstAtMs) {
    const begin = new Date(firstAtMs).toISOString();
    throw new ReportError(`Cycle ${first} ended before the log begins, at ${begin}`);
  }
}

const pagePositions = 2000;

/**
 * Pages of events up to a position, in order.
 * @throws {UnknownEvent} When this version doesn't know one of them.
 * @throws {ReportError} When the facts of one of them can't be read.
 */
export async function* readEvents(
  database: LogDatabase,
  position: number,
): AsyncGenerator<readonly LoggedEvent[]> {
  for (let after = 0; after < position; after += pagePositions) {
    const rows = await tablesOf(database).selectFrom("events").select(eventColumns)
      .where("position", ">", after)
      .where("position", "<=", Math.min(after + pagePositions, position))
      .orderBy("position").execute();
    yield rows.map(eventOf);
  }
}

const eventColumns = [
  "position",
  "stream",
  "actor_id",
  "type",
  "schema_version",
  "at_ms",
  "facts",
] as const;
type EventRow = Pick<Selectable<Tables["events"]>, typeof eventColumns[number]>;

function eventOf(row: EventRow): LoggedEvent {
  const { position, type } = row;
  requireKnown({ position, type, schemaVersion: row.schema_version });
  return {
    position,
    memberId: row.stream,
    actorId: row.actor_id,
    atMs: row.at_ms,
    type,
    facts: factsOf(row),
  } as LoggedEvent;
}

/** @throws {ReportError} When the file was tampered with. */
function factsOf({ position, facts }: EventRow): Json {
  try {
    return parsed(facts);
  } catch {
    throw new ReportError(`The facts of the event at log position ${position} can't be read`);
  }
}

/** Counts of requests by day, each with its log position, up to a position; days ascend. */
export async function readCountedDays(database: LogDatabase, position: number) {
  const rows = await tablesOf(database).selectFrom("events").select(["position", "facts"])
    .where("stream", "=", countsStream).where("type", "=", "RequestsCounted")
    .where("position", "<=", position).orderBy("version").execute();
  return rows.map((row) => {
    const facts = parsed(row.facts) as { readonly day: string };
    return { day: facts.day, position: row.position, counts: countsOf(facts) };
  });
}
