import { createHash } from "node:crypto";
import { packLines } from "../replay/event-lines.ts";
import { createPageReader } from "../replay/page-events.ts";
import { createCounting } from "../replay.ts";
import { cycleNamed } from "../cycle.ts";
import { createReports, type Report } from "../report.ts";
import type { StatisticName } from "../statistics/statistic.ts";
import type { Printed } from "../tables.ts";
import type { ReportTopic } from "../topics.ts";

/** One event of a made-up history. */
export interface Past {
  /** Day and time, such as `2026-01-15` or `2026-01-15T10:00Z`. */
  readonly at: string;
  readonly who: string;
  readonly type: string;
  readonly facts?: object;
}

interface ThenOptions {
  readonly cycle?: number;
  readonly minCell?: number;
  /** When the log ends; after the cycle unless a test says so. */
  readonly until?: string;
  /** Help topics that the program has, where they are not the product's. */
  readonly topics?: readonly ReportTopic[];
}

/** Given what happened, then this is what a report prints. */
export function given(...history: readonly Past[]) {
  return {
    report(statistic: StatisticName, options: ThenOptions = {}): Report {
      const report = this.reports(statistic, options).at(-1);
      if (report === undefined) throw new RangeError("There is no report");
      return report;
    },
    /** Those of the cycle and the two before. */
    reports(statistic: StatisticName, options: ThenOptions = {}): Report[] {
      const { cycle = 2026, minCell = 1, until = "2030-01-01", topics } = options;
      const start = { month: 10, day: 1 };
      const asOfMs = Date.parse(until);
      const cycles = [cycle - 2, cycle - 1, cycle, cycle + 1].map((name) => cycleNamed(name, start))
        .filter(({ name, startMs }) => name <= cycle || startMs < asOfMs);
      const counting = createCounting({ cycles, atMs: asOfMs, topics });
      const known = history.filter(({ at }) => Date.parse(at) < asOfMs);
      counting.take(createPageReader().read(linesOf(known)));
      const source = { position: history.length, headHash: "a1b2", asOfMs, version: "1.2.3" };
      return createReports(counting.finish(), [cycle - 2, cycle], { statistic, minCell, source });
    },
    /** One row of a table, by the labels of its columns. */
    row(tableId: string, label: string, options?: ThenOptions): Record<string, Printed> {
      return rowIn(this.report("cycle", options), tableId, label);
    },
  };
}

/** The lines that the log would have of these events. */
function linesOf(history: readonly Past[]): ArrayBuffer {
  return packLines(history.map(({ who, at, type, facts = {} }) => ({
    atMs: Date.parse(at),
    memberId: idOf(who),
    type,
    facts: JSON.stringify(facts),
  })));
}

/** Tests name members as they like. */
function idOf(who: string): string {
  const digits = createHash("sha256").update(who).digest("hex");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map((part) => digits.slice(...part)).join(
    "-",
  );
}

/** One row of a printed table, by the labels of its columns. */
export function rowIn(report: Report, tableId: string, label: string): Record<string, Printed> {
  const table = report.sections.flatMap(({ tables }) => tables).find(({ id }) => id === tableId);
  const row = table?.rows.find((one) => one.label === label);
  if (table === undefined || row === undefined) throw new Error(`No row ${label} in ${tableId}`);
  return Object.fromEntries(
    table.columns.map((column, at) => [column.label, row.figures[at] ?? null]),
  );
}

export function registered(who: string, at: string, role: string | null = "alumni"): Past {
  return { who, at, type: "MemberRegistered", facts: { role } };
}

export function published(who: string, at: string, facts: object = {}): Past {
  return {
    who,
    at,
    type: "ProfileCreated",
    facts: {
      classYears: "2018",
      rank: "CPT",
      armyBranch: "Aviation",
      dutyStatus: "Veteran",
      industryCode: "technology",
      regionCode: "US-TX",
      helpTopics: ["Networking"],
      ...facts,
    },
  };
}

export function happened(type: string, who: string, at: string, facts: object = {}): Past {
  return { who, at, type, facts };
}
