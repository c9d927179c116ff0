import { setImmediate } from "node:timers/promises";
import { contentOf } from "./content.ts";
import { type Cycle, cycleAt, cycleNamed } from "./cycle.ts";
import { Replay } from "./replay.ts";
import type { RequestsCounted } from "../connections/count-events.ts";
import { countsOf } from "./request-days.ts";
import { type Audience, method, type Report } from "./report.ts";
import {
  type AsOf,
  checkCycles,
  type EndOfLog,
  findEndOfLog,
  type LogDatabase,
  readCountedDays,
  readEvents,
} from "./source.ts";
import type { StatisticName } from "./statistics/statistics.ts";

export const mostCycles = 30;

export interface ReportRequest {
  readonly statistic: StatisticName | "cycle";
  /** First and last cycle; by default the one in which the log ends. */
  readonly cycles?: readonly [first: number, last: number] | "all" | undefined;
  readonly asOf: AsOf;
  readonly audiences: readonly Audience[];
}

export interface MakeOptions {
  readonly version: string;
  readonly now: number;
  /** Counts of days that aren't in the log yet, if the caller can make them. */
  readonly pending?: readonly RequestsCounted[] | undefined;
  readonly onProgress?: ((position: number, last: number) => void) | undefined;
}

/**
 * Reports on cycles, from one replay of the log. A report on an ended cycle is always the same.
 *
 * @throws {ReportError} When a cycle hadn't begun, or ended before the log begins.
 */
export async function makeReports(
  database: LogDatabase,
  request: ReportRequest,
  making: MakeOptions,
): Promise<Report[]> {
  const { onProgress } = making;
  const end = await findEndOfLog(database, request.asOf, making.now);
  const current = cycleAt(Math.max(0, end.atMs - 1)).name;
  const earliest = Math.max(cycleAt(end.firstAtMs).name, current - mostCycles + 1);
  const [first, last] = request.cycles === "all"
    ? [earliest, current]
    : request.cycles ?? [current, current];
  checkCycles([first, last], end);
  // Reports compare with the two cycles before.
  const cycles = Array.from(
    { length: last - first + 3 },
    (_, at) => cycleNamed(first - 2 + at),
  );
  // A day's counts are appended after the day, so a report at a time includes later positions.
  const lastCounts = request.asOf.kind === "time" ? Number.MAX_SAFE_INTEGER : end.position;
  const countedDays = [
    ...await readCountedDays(database, lastCounts),
    ...(making.pending ?? []).map((facts) => ({
      day: facts.day,
      position: end.position,
      counts: countsOf(facts),
    })),
  ];
  const replay = new Replay({
    cycles,
    atMs: end.atMs,
    countedDays: new Map(countedDays.map(({ day, counts }) => [day, counts])),
  });
  for await (const events of readEvents(database, end.position)) {
    replay.take(events);
    // Reading a file is synchronous: let other work run between pages.
    await setImmediate();
    onProgress?.(events.at(-1)?.position ?? 0, end.position);
    if (replay.cycle === undefined) break;
  }
  const counted = replay.finish();
  const reports: Report[] = [];
  for (const [at, { cycle, position: ended }] of [...counted.entries()].slice(2)) {
    const days = countedDays.filter(({ day }) => Date.parse(day) < cycle.endMs);
    const reached = end.atMs < cycle.endMs ? end.position : ended;
    const position = Math.max(reached, days.at(-1)?.position ?? 0);
    const about = {
      ...cyclePart(cycle, end),
      source: { method, position, version: making.version } as const,
    };
    // Before the log began there is nothing to compare with.
    const known = counted.slice(at - 2, at + 1).filter((one) => one.cycle.endMs > end.firstAtMs);
    for (const audience of request.audiences) {
      reports.push({ ...about, ...contentOf(known, { ...request, audience }) });
    }
  }
  return reports;
}

function cyclePart({ name, startMs, endMs }: Cycle, { atMs }: EndOfLog) {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return {
    cycle: name,
    from: dayOf(startMs),
    to: dayOf(endMs - 1),
    isComplete: atMs >= endMs,
    asOf: new Date(Math.min(atMs, endMs)).toISOString(),
  };
}
