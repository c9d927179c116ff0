import { access } from "node:fs/promises";
import { type Database, type DatabaseOptions, openDatabase } from "../database.ts";
import type { AsOf } from "./arguments.ts";
import { startOfDay } from "../log/day.ts";
import { type Cycle, cycleAt, cycleNamed, type CycleStart } from "./cycle.ts";
import { pathOf } from "./replay/log-file.ts";
import type { LogDatabase } from "./replay/pages.ts";
import { ReportError } from "./report-error.ts";
import { readTopics, type ReportTopic } from "./topics.ts";
import { mondayBefore } from "./week.ts";

/** The environment variables that a report needs: it has no key, and reads the log alone. */
export interface ReportEnvironment {
  readonly url: string;
  readonly authToken: string | undefined;
}

export function environmentOf(
  values: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): ReportEnvironment {
  const folder = (values.DATA_DIR?.trim() || "data").split("/").map(encodeURIComponent).join("/");
  const tokenFile = values.EVENTS_AUTH_TOKEN_FILE?.trim();
  return {
    url: values.EVENTS_URL?.trim() || `file:${folder}/events.db`,
    authToken: tokenFile ? readFile(tokenFile).trim() : values.EVENTS_AUTH_TOKEN?.trim(),
  };
}

/**
 * Opens a log that is there.
 *
 * @throws {ReportError} When it is not, or is none.
 */
export async function openLog(options: DatabaseOptions): Promise<Database> {
  const { url } = options;
  if (url.startsWith("file:") && !await exists(url)) {
    throw new ReportError(
      `There is no log at ${url.slice("file:".length)}: set DATA_DIR or EVENTS_URL`,
    );
  }
  const database = await openDatabase(options);
  const tables = await database.read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'events'",
  );
  if (tables.length > 0) return database;
  database.close();
  throw new ReportError(`The database at ${url} is no log of this product`);
}

/** The log is empty, or was at the time that is looked at. */
export class NothingKnown extends ReportError {}

/** Where a report's knowledge of the log ends. */
export interface Horizon {
  readonly position: number;
  readonly headHash: string;
  /** The time that is looked at: the wished one, or that of the last event. */
  readonly atMs: number;
  /** When the first event happened. */
  readonly firstAtMs: number;
  /** Help topics that the program had then. */
  readonly topics: readonly ReportTopic[];
}

/**
 * @param now The clock's time: what is later has not happened, unless the log knows of it.
 * @throws {NothingKnown} When nothing had happened then.
 * @throws {ReportError} When it is yet to come, or the log has no such position.
 */
export async function findHorizon(
  database: LogDatabase,
  wished: AsOf,
  now: number,
): Promise<Horizon> {
  const [end] = await database.read(
    "SELECT at_ms, position FROM events ORDER BY position DESC LIMIT 1",
  );
  if (end === undefined) throw new NothingKnown("The log is empty: nothing has happened yet");
  const endMs = Number(end.at_ms) + 1;
  const asOf = wished.kind === "sunday"
    ? { kind: "time", beforeMs: mondayBefore(endMs) } as const
    : wished;
  if (asOf.kind === "time" && asOf.beforeMs > Math.max(now, endMs)) {
    throw new ReportError(
      `--as-of is in the future, and the log ends at ${
        new Date(endMs - 1).toISOString()
      }: you can ask for a day after it ends, in UTC. Without --as-of a report includes everything so far`,
    );
  }
  const [condition, ...args] = asOf.kind === "position"
    ? ["WHERE position <= ?", asOf.position]
    : asOf.kind === "time"
    ? [untilTime, startOfDay(asOf.beforeMs), asOf.beforeMs]
    : [""];
  const [first] = await database.read("SELECT at_ms FROM events ORDER BY position LIMIT 1");
  const [head] = await database.read(
    `SELECT position, hash, max(at_ms, coalesce((SELECT at_ms FROM events timed
         WHERE timed.position < events.position AND at_ms % 86400000 <> 0
         ORDER BY position DESC LIMIT 1), 0)) AS at_ms
       FROM events ${condition} ORDER BY position DESC LIMIT 1`,
    args,
  );
  if (asOf.kind === "position" && asOf.position > Number(end.position)) {
    throw new ReportError(
      `Position ${asOf.position} is not known: the log ends at ${end.position}`,
    );
  }
  if (head === undefined || first === undefined) {
    const start = new Date(Number(first?.at_ms)).toISOString();
    throw new NothingKnown(`Nothing was known then: the log begins at ${start}`);
  }
  return {
    position: Number(head.position),
    headHash: String(head.hash),
    // Just after the last event, so that it belongs to what is known.
    atMs: asOf.kind === "time" ? asOf.beforeMs : Number(head.at_ms) + 1,
    firstAtMs: Number(first.at_ms),
    topics: await readTopics(database, Number(head.position)),
  };
}

/**
 * Up to the first event at a time or later. Of some events the log knows the day alone, and has the time at which it
 * began: what comes after that first one is later, too.
 */
const untilTime = `WHERE position < coalesce((SELECT position FROM events
  WHERE position > coalesce((SELECT position FROM events WHERE at_ms < ?
    ORDER BY position DESC LIMIT 1), 0) AND at_ms >= ? ORDER BY position LIMIT 1), 9e15)`;

/**
 * The cycles to count: from two before the log's first one to the one after the last wished one, as far as that is
 * known. Where they begin, and that one goes on from another, decides what is held back; so reports of one cycle and of
 * many are the same.
 *
 * @throws {ReportError} When one of them had not begun, or was over before the log begins.
 */
export function cyclesUntil(
  [first, name]: readonly [first: number, last: number],
  horizon: Pick<Horizon, "atMs" | "firstAtMs">,
  start: CycleStart,
): Cycle[] {
  if (cycleNamed(name, start).startMs >= horizon.atMs) {
    const end = new Date(horizon.atMs - 1).toISOString();
    throw new ReportError(`Cycle ${name} begins after ${end}, and nothing later is known`);
  }
  if (cycleNamed(first, start).endMs <= horizon.firstAtMs) {
    const begin = new Date(horizon.firstAtMs).toISOString();
    throw new ReportError(`Cycle ${first} ended before the log begins, at ${begin}`);
  }
  const earliest = cycleAt(horizon.firstAtMs, start).name - 2;
  const latest = Math.min(name + 1, cycleAt(horizon.atMs - 1, start).name);
  return Array.from({ length: latest - earliest + 1 }, (_, at) => cycleNamed(earliest + at, start));
}

async function exists(url: string): Promise<boolean> {
  return await access(pathOf(url)).then(() => true, () => false);
}
