import { access } from "node:fs/promises";
import { type Database, type DatabaseOptions, openDatabase } from "../database.ts";
import { connectionEventSchemas } from "../connections/events.ts";
import { cycleNamed, type CycleStart } from "./cycle.ts";
import { pathOf } from "../database-place.ts";
import type { LogDatabase } from "./log-rows.ts";
import { ReportError } from "./report-error.ts";

/** Environment variables of a report: it has no key, and reads the log alone. */
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
 * Opens an existing log.
 *
 * @throws {ReportError} When it doesn't exist, or isn't a log.
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

/** The end of what a report reads. */
export type AsOf =
  | { readonly kind: "end" }
  | { readonly kind: "position"; readonly position: number }
  /** Events before this time. */
  | { readonly kind: "time"; readonly beforeMs: number };

/** The end of a report's knowledge of the log. */
export interface Horizon {
  /** 0 for an empty log. */
  readonly position: number;
  /** The requested time, or that of the last event. */
  readonly atMs: number;
  /** Time of the first event. */
  readonly firstAtMs: number;
}

/** Excludes events between two members: their clear time is the start of their day. */
const hasOwnTime = `type NOT IN (${
  Object.keys(connectionEventSchemas).map((type) => `'${type}'`).join(", ")
})`;

/**
 * @param now The clock's time; later times haven't happened, unless the log has events then.
 * @throws {ReportError} When it is in the future, before the log begins, or the log has no such position.
 */
export async function findHorizon(
  database: LogDatabase,
  asOf: AsOf,
  now: number,
): Promise<Horizon> {
  const last = async (condition: string, args: number[] = []) => {
    const [row] = await database.read(
      `SELECT position, at_ms FROM events WHERE ${condition} ORDER BY position DESC LIMIT 1`,
      args,
    );
    return row && { position: Number(row.position), atMs: Number(row.at_ms) };
  };
  /** Just after an event, so that it and earlier ones are included. */
  const endOf = async ({ position, atMs }: { position: number; atMs: number }) => {
    const before = await last(`position <= ? AND ${hasOwnTime}`, [position]);
    return Math.max(atMs, before?.atMs ?? 0) + 1;
  };
  const end = await last("true");
  const [first] = await database.read("SELECT at_ms FROM events ORDER BY position LIMIT 1");
  if (end === undefined || first === undefined) {
    return { position: 0, atMs: now, firstAtMs: now };
  }
  const endMs = await endOf(end);
  if (asOf.kind === "time" && asOf.beforeMs > Math.max(now, endMs)) {
    throw new ReportError(
      `--as-of is in the future, and the log ends at ${
        new Date(endMs - 1).toISOString()
      }: you can ask for a day after it ends, in UTC. Without --as-of a report includes everything so far`,
    );
  }
  if (asOf.kind === "position" && asOf.position > Number(end.position)) {
    throw new ReportError(
      `Position ${asOf.position} is not known: the log ends at ${end.position}`,
    );
  }
  const head = asOf.kind === "position"
    ? await last("position <= ?", [asOf.position])
    : asOf.kind === "time"
    ? await last(`at_ms < ? AND ${hasOwnTime}`, [asOf.beforeMs])
    : end;
  if (head === undefined) {
    throw new ReportError(
      `Nothing was known then: the log begins at ${new Date(Number(first.at_ms)).toISOString()}`,
    );
  }
  return {
    position: head.position,
    atMs: asOf.kind === "time" ? asOf.beforeMs : await endOf(head),
    firstAtMs: Number(first.at_ms),
  };
}

/**
 * Refuses cycles without data.
 *
 * @throws {ReportError} When a cycle hadn't begun, or ended before the log begins.
 */
export function checkCycles(
  [first, last]: readonly [first: number, last: number],
  { atMs, firstAtMs }: Horizon,
  start: CycleStart,
): void {
  if (cycleNamed(last, start).startMs >= atMs) {
    const end = new Date(atMs - 1).toISOString();
    throw new ReportError(`Cycle ${last} begins after ${end}, and nothing later is known`);
  }
  if (cycleNamed(first, start).endMs <= firstAtMs) {
    const begin = new Date(firstAtMs).toISOString();
    throw new ReportError(`Cycle ${first} ended before the log begins, at ${begin}`);
  }
}

async function exists(url: string): Promise<boolean> {
  return await access(pathOf(url)).then(() => true, () => false);
}
