import { openDatabase } from "../database.ts";
import { type LogDatabase, pagePositions, readPages } from "../report/pages.ts";
import { readAhead } from "../report/read-ahead.ts";
import { replay } from "../report/replay.ts";
import { createReport } from "../report/report.ts";
import { cyclesUntil, findHorizon } from "../report/source.ts";
import { type Rate, rateOf, timed } from "./results.ts";

export interface ReplayResults {
  readonly replay: Rate;
  /** The same columns as rows, through the client. */
  readonly scanAsRows: Rate;
  /** The same columns packed by SQL, not looked at. */
  readonly scanAsPages: Rate;
  /** The same columns read inside the database, of which only totals come out. */
  readonly scanInside: Rate;
  /** Deciding what is held back and laying out the page, after the replay. */
  readonly reportMs: number;
  /** Resident memory before the replay and at its highest. */
  readonly startMegabytes: number;
  readonly peakMegabytes: number;
}

const rounds = 3;

/** Each of them in turn, several times; the middle of its times counts. */
export async function measureReplay(url: string): Promise<ReplayResults> {
  const address = { url, durability: "normal" } as const;
  const database = await openDatabase(address);
  const { position, atMs, firstAtMs, headHash } = await findHorizon(database, { kind: "end" });
  const start = { month: 10, day: 1 };
  const cycle = new Date(atMs).getUTCFullYear();
  const horizon = { position, atMs, firstAtMs, headHash };
  const cycles = cyclesUntil(cycle, horizon, start);
  const startMegabytes = megabytes();
  let peakMegabytes = startMegabytes;
  const report = () => {
    peakMegabytes = Math.max(peakMegabytes, megabytes());
  };
  const times: Record<"replay" | "pages" | "inside", number[]> = {
    replay: [],
    pages: [],
    inside: [],
  };
  let reportMs = 0;
  for (let round = 0; round < rounds; round++) {
    const counted = await timed(
      () => replay(readAhead(address, position), { cycles, atMs, report }),
      times.replay,
    );
    reportMs = await milliseconds(async () => {
      const source = { position, headHash, asOfMs: atMs, version: "0" };
      createReport(counted, { statistic: "cycle", minCell: 5, source });
    });
    await timed(() => scanPages(database, position), times.pages);
    await timed(() => scanInside(database), times.inside);
  }
  // The slowest by far, and only for comparison: once is enough.
  const rowTimes: number[] = [];
  await timed(() => scanRows(database, position), rowTimes);
  database.close();
  return {
    replay: rateOf(position, times.replay),
    scanAsRows: rateOf(position, rowTimes),
    scanAsPages: rateOf(position, times.pages),
    scanInside: rateOf(position, times.inside),
    reportMs,
    startMegabytes,
    peakMegabytes,
  };
}

async function scanPages(database: LogDatabase, position: number): Promise<void> {
  const pages = readPages(database, position);
  while (!(await pages.next()).done);
}

async function scanRows(database: LogDatabase, position: number): Promise<void> {
  for (let after = 0; after < position; after += pagePositions) {
    await database.read(
      `SELECT position, member_id, type, at_ms, facts FROM events
       WHERE position > ? AND position <= ? ORDER BY position`,
      [after, after + pagePositions],
    );
  }
}

async function scanInside(database: LogDatabase): Promise<void> {
  await database.read(
    `SELECT max(position), sum(length(member_id)), sum(length(type)), max(at_ms),
      sum(length(facts)) FROM events`,
  );
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  await timed(work, times);
  return (times[0] ?? 0) * 1000;
}

function megabytes(): number {
  return Deno.memoryUsage().rss / 2 ** 20;
}
