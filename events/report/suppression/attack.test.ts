import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { makeUpLog } from "../../bench/made-up-log.ts";
import { given, type Past } from "../testing/given.ts";
import { type Printed, rangesOf } from "./testing/attack.ts";
import { formatCsv } from "../formats/csv.ts";
import { formatHtml } from "../formats/html.tsx";
import { formatJson } from "../formats/json.ts";
import { formatTable } from "../formats/table.ts";
import type { Report } from "../report.ts";
import { productTopics } from "../topics.ts";

/** A program with a help topic of its own, which people have in place of one of the product's. */
const topics = [...productTopics, { id: "own-1", label: "Drones" }];
const withOwnTopic = (facts: object): object =>
  JSON.parse(JSON.stringify(facts).replaceAll('"Family Support"', '"own-1"'));

/** What happened in a program's first years, whatever its size. */
function history(seed: number, events: number, years = 2.9): Past[] {
  const random = createRandom(seed);
  const stepMs = Math.floor((years * 365 * 86_400_000) / events);
  const startMs = Date.UTC(2023, 9, 1) + random.below(86_400_000);
  return [...makeUpLog({ events, seed, connections: 0.2 })].map((
    { memberId, type, facts },
    at,
  ) => ({
    who: memberId,
    type,
    facts: withOwnTopic(facts as object),
    at: new Date(startMs + at * stepMs).toISOString(),
  }));
}

/**
 * `ATTACK_RUNS=2000 ATTACK_EVENTS=880 ATTACK_SEED=1` attacks more logs than a test run has time for;
 * `ATTACK_FIGURES=10` only so many figures of each, drawn at random.
 */
const wished = Deno.env.get("ATTACK_RUNS");
const mostEvents = Number(Deno.env.get("ATTACK_EVENTS") ?? 200);
const mostFigures = Number(Deno.env.get("ATTACK_FIGURES") ?? Infinity);
const firstSeed = Number(Deno.env.get("ATTACK_SEED") ?? 0);

/** So many of them, without order; all of them when there are fewer. */
function drawn<T>(all: readonly T[], count: number, random: ReturnType<typeof createRandom>): T[] {
  const rest = [...all];
  while (rest.length > count) rest.splice(random.below(rest.length), 1);
  return rest;
}

describe("a reader with printed reports", () => {
  it.each([
    { of: "a log's first cycle", cycles: [2024], years: 0.98, runs: Number(wished ?? 8) },
    { of: "three cycles", cycles: [2024, 2025, 2026], years: 2.9, runs: Number(wished ?? 2) },
  ])(
    "of $of finds no count of 1 to 4, nor fewer values than 1 to 4 leaves",
    ({ cycles, years, runs }) => {
      const narrowed: unknown[] = [];
      let attacked = 0;
      for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
        const random = createRandom(seed + 1);
        const log = given(...history(seed, 20 + random.below(mostEvents), years));
        const printed = cycles.map((cycle) => log.report("cycle", { minCell: 5, cycle, topics }));
        const small = smallIn(
          cycles.map((cycle) => log.report("cycle", { minCell: 1, cycle, topics })),
        );
        const targets = drawn(small, mostFigures, random);
        attacked += targets.length;
        const reports = new Map(printed.map((report) => [report.cycle, figuresOf(report)]));
        for (const found of rangesOf(reports, targets, () => random.below(1000) / 1000)) {
          const { figure, cycle, least, most } = found;
          const values = most - Math.max(1, least);
          if (values < 3 - 1e-6) narrowed.push({ seed, cycle, figure, least, most });
        }
      }
      expect(attacked).toBeGreaterThan(runs);
      expect(narrowed).toEqual([]);
    },
    60_000 * Math.max(2, Number(wished ?? 0)),
  );

  it(
    "of one Sunday after another finds nothing of cycles that are over, nor of what people are",
    () => {
      const narrowed: unknown[] = [];
      let attacked = 0;
      for (let seed = firstSeed; seed < firstSeed + Number(wished ?? 3); seed++) {
        const random = createRandom(seed + 1);
        const log = given(...history(seed, 600));
        const over = new Set<string>();
        const printedOnce = new Map<string, number>();
        for (
          const until of ["2026-02-09", "2026-02-16", "2026-02-23", "2026-03-02", "2026-03-09"]
        ) {
          const reports = log.reports("cycle", { minCell: 5, until, topics });
          over.add(JSON.stringify(reports.slice(0, 2).map(({ sections }) => sections)));
          const figures = new Map(reports.map((report) => [report.cycle, figuresOf(report)]));
          const printed = new Map(figures.get(2026));
          for (const [figure, value = printedOnce.get(figure)] of printed) {
            if (value === undefined || !isOver(figure, until)) continue;
            printedOnce.set(figure, value);
            printed.set(figure, value);
          }
          const small = smallIn([log.report("cycle", { minCell: 1, until, topics })]);
          const targets = drawn(small, mostFigures, random);
          attacked += targets.length;
          figures.set(2026, printed);
          for (const found of rangesOf(figures, targets, () => random.below(1000) / 1000)) {
            const { figure, least, most } = found;
            // In a month, as many came as the total grew by.
            if (/-by-month\|/.test(figure)) continue;
            if (most - Math.max(1, least) < 3 - 1e-6) {
              narrowed.push({ seed, until, figure, least, most });
            }
          }
        }
        expect(over.size).toBe(1);
      }
      expect(attacked).toBeGreaterThan(100);
      expect(narrowed).toEqual([]);
    },
    60_000 * Math.max(2, Number(wished ?? 0)),
  );

  it("cannot subtract two steps that differ by 1 to 4", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 20, max: 2000 }), (seed, events) => {
        for (const report of given(...history(seed, events)).reports("funnel", { minCell: 5 })) {
          const tables = report.sections.flatMap(({ tables }) => tables);
          const steps = tables.flatMap(({ rows, columns }) =>
            rows.flatMap(({ figures }) =>
              figures.slice(0, columns.length - 3).map((figure, at, all) => [all[at - 1], figure])
            )
          );
          for (const [before, after] of steps) {
            if (typeof before !== "number" || typeof after !== "number") continue;
            expect(before - after === 0 || before - after > 4).toBe(true);
          }
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  it("is told nothing of a group of fewer than five, and every zero of others", () => {
    const held = (until: number) => {
      const log = given(...months(until));
      return log.row("funnel-by-month", "2025-11", { minCell: 5 });
    };
    expect(held(0)).toMatchObject({ "Registered": 0, "Role chosen": 0, "Still there": 0 });
    expect(held(3)).toMatchObject({
      "Registered": "suppressed",
      "Role chosen": "suppressed",
      "Still there": "suppressed",
    });
  });

  it("finds the same figures held back in every format, cycle and statistic by itself", () => {
    const log = given(...history(7, 200));
    const [, , page] = log.reports("cycle", { minCell: 5 });
    if (page === undefined) throw new Error("No report");
    const stars = (text: string) => text.split(/[^*]/).join("").length;
    const options = { isSeries: false };
    const inJson = formatJson([page], options).split('"suppressed"').length - 1;
    expect(stars(formatCsv([page], options))).toBe(inJson);
    // Terminal and page explain the sign once or twice.
    expect(stars(formatTable(page, { isColored: false }))).toBe(inJson + 1);
    expect(formatHtml([page]).split(">*</abbr>").length - 1).toBe(inJson);
    for (
      const name of [
        "funnel",
        "cohorts",
        "supply",
        "freshness",
        "retention",
        "connections",
      ] as const
    ) {
      const [alone] = log.report(name, { minCell: 5 }).sections;
      expect(alone).toEqual(page.sections.find((section) => section.name === name));
    }
    const before = log.reports("cohorts", { minCell: 5 })[1];
    expect(log.report("cohorts", { minCell: 5, cycle: 2025 })).toEqual(before);
  }, 60_000);

  it("sees no count below the smallest one but zeros", () => {
    const report = given(...history(11, 700)).report("cycle", { minCell: 5 });
    for (const value of figuresOf(report).values()) {
      expect(value === undefined || value === 0 || value > 4).toBe(true);
    }
  });
});

/** Twelve who register in each of two months, and some in the month between. */
function months(between: number): Past[] {
  const people = (count: number, month: string): Past[] =>
    Array.from({ length: count }, (_, at) => ({
      who: `${month} ${at}`,
      at: `${month}-10`,
      type: "MemberRegistered",
      facts: { role: "cadet" },
    }));
  return [...people(12, "2025-10"), ...people(between, "2025-11"), ...people(12, "2025-12")];
}

const noCounts = /days (to|from)|median|each of them|no one offers/i;

/** What a report prints, by table, row and column. */
function figuresOf(report: Report): Printed {
  return new Map(
    report.sections.flatMap(({ tables }) =>
      tables.flatMap(({ id, rows, columns }) =>
        rows.flatMap(({ label, figures }) =>
          columns.flatMap((column, at) => {
            const figure = figures[at] ?? null;
            const isLater = id === "summary" && column.label !== `Cycle ${report.cycle}`;
            if (figure === null || isLater || noCounts.test(column.label + label)) return [];
            const name = `${id}|${label}|${column.label}`;
            return [[name, figure === "suppressed" ? undefined : figure] as const];
          })
        )
      )
    ),
  );
}

/** Whether a figure says what happened in a month that was over by then: it is the same on every later Sunday. */
function isOver(figure: string, until: string): boolean {
  const [table = "", row = "", column] = figure.split("|");
  const ofMonth = table.endsWith("-by-month") && row !== "Total" && row < until.slice(0, 7);
  return ofMonth && (table !== "funnel-by-month" || column === "Registered");
}

/** Every count of 1 to 4, whoever may see it. */
function smallIn(reports: readonly Report[]) {
  return reports.flatMap((report) =>
    [...figuresOf(report)].flatMap(([figure, value = 0]) =>
      value > 0 && value < 5 ? [{ cycle: report.cycle, figure }] : []
    )
  );
}
