import { access } from "node:fs/promises";
import { type Database, type DatabaseOptions, openDatabase } from "../database.ts";
import type { AsOf } from "./arguments.ts";
import { type Cycle, cycleAt, cycleNamed, type CycleStart } from "./cycle.ts";
import { pathOf } from "./log-file.ts";
import type { LogDatabase } from "./pages.ts";
import { ReportError } from "./report-error.ts";

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

/** Where a report's knowledge of the log ends. */
export interface Horizon {
  readonly position: number;
  readonly headHash: string;
  /** The time that is looked at: the wished one, or that of the last event. */
  readonly atMs: number;
  /** When the first event happened. */
  readonly firstAtMs: number;
}

/** @throws {ReportError} When nothing had happened then, or the log has no such position. */
export async function findHorizon(database: LogDatabase, asOf: AsOf): Promise<Horizon> {
  const [condition, ...args] = asOf.kind === "position"
    ? ["WHERE position <= ?", asOf.position]
    : asOf.kind === "time"
    ? ["WHERE at_ms < ?", asOf.beforeMs]
    : [""];
  const [first] = await database.read("SELECT at_ms FROM events ORDER BY position LIMIT 1");
  const [head] = await database.read(
    `SELECT position, at_ms, hash FROM events ${condition} ORDER BY position DESC LIMIT 1`,
    args,
  );
  if (first === undefined) throw new ReportError("The log is empty: nothing has happened yet");
  if (asOf.kind === "position") {
    const [end] = await database.read("SELECT max(position) AS position FROM events");
    const last = Number(end?.position);
    if (asOf.position > last) {
      throw new ReportError(`Position ${asOf.position} is not known: the log ends at ${last}`);
    }
  }
  if (head === undefined) {
    const start = new Date(Number(first.at_ms)).toISOString();
    throw new ReportError(`Nothing was known then: the log begins at ${start}`);
  }
  return {
    position: Number(head.position),
    headHash: String(head.hash),
    // Just after the last event, so that it belongs to what is known.
    atMs: asOf.kind === "time" ? asOf.beforeMs : Number(head.at_ms) + 1,
    firstAtMs: Number(first.at_ms),
  };
}

/**
 * The cycles to count: from the log's first one, and at least two before the wished one.
 *
 * @throws {ReportError} When the wished one had not begun, or was over before the log begins.
 */
export function cyclesUntil(name: number, horizon: Horizon, start: CycleStart): Cycle[] {
  const wished = cycleNamed(name, start);
  if (wished.startMs >= horizon.atMs) {
    const end = new Date(horizon.atMs - 1).toISOString();
    throw new ReportError(`Cycle ${name} begins after ${end}, and nothing later is known`);
  }
  if (wished.endMs <= horizon.firstAtMs) {
    const begin = new Date(horizon.firstAtMs).toISOString();
    throw new ReportError(`Cycle ${name} was over when the log begins, at ${begin}`);
  }
  const first = Math.min(cycleAt(horizon.firstAtMs, start).name, name - 2);
  return Array.from({ length: name - first + 1 }, (_, at) => cycleNamed(first + at, start));
}

async function exists(url: string): Promise<boolean> {
  return await access(pathOf(url)).then(() => true, () => false);
}
