import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../bench/random.ts";
import { makeUpLog } from "../bench/made-up-log.ts";
import { given, type Past } from "./testing/given.ts";
import { computable, type Equation } from "./testing/attack.ts";
import { formatCsv } from "./formats/csv.ts";
import { formatHtml } from "./formats/html.tsx";
import { formatJson } from "./formats/json.ts";
import { formatTable } from "./formats/table.ts";

/** Twelve months of registrations and what followed, of a program of any size. */
function history(seed: number, events: number): Past[] {
  const random = createRandom(seed);
  const stepMs = Math.floor((2.9 * 365 * 86_400_000) / events);
  const startMs = Date.UTC(2023, 9, 1) + random.below(86_400_000);
  return [...makeUpLog({ events, seed })].map(({ memberId, type, facts }, at) => ({
    who: memberId,
    type,
    facts: facts as object,
    at: new Date(startMs + at * stepMs).toISOString(),
  }));
}

describe("a reader with a printed report", () => {
  it("computes what a total gives away, when nothing protects it", () => {
    const sum: Equation = new Map([["all", -1], ["one", 1], ["other", 1]]);
    const known = new Map([["all", 9], ["other", 6]]);
    expect(computable([sum], known, new Set(["one"]))).toEqual(["one"]);
    expect(computable([sum], new Map(), new Set(["one", "other", "all"]))).toEqual([]);
  });

  it("cannot compute what is held back from the totals, tables and cycles of a page", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 20, max: 900 }), (seed, events) => {
        const report = given(...history(seed, events)).report("cycle", { minCell: 5 });
        const { known, held, equations } = read(formatCsv(report));
        expect(computable(equations, known, held)).toEqual([]);
      }),
      // In the first, what a cycle holds back could once be computed from the next one's flow.
      { numRuns: 15, examples: [[9, 793]] },
    );
  });

  it("finds the same figures held back in every format, and in the statistic by itself", () => {
    const log = given(...history(7, 400));
    const page = log.report("cycle", { minCell: 5 });
    const stars = (text: string) => text.split(/[^*]/).join("").length;
    const inJson = formatJson(page).split('"suppressed"').length - 1;
    expect(stars(formatCsv(page))).toBe(inJson);
    // Terminal and page explain the sign once.
    expect(stars(formatTable(page, { isColored: false }))).toBe(inJson + 1);
    expect(formatHtml(page).split(">*</abbr>").length - 1).toBe(inJson);
    for (const name of ["funnel", "cohorts", "supply", "freshness", "retention"] as const) {
      const [alone] = log.report(name, { minCell: 5 }).sections;
      expect(alone).toEqual(page.sections.find((section) => section.name === name));
    }
  });

  it("sees no count below the smallest one but zeros", () => {
    const report = given(...history(11, 700)).report("cycle", { minCell: 5 });
    const noCounts = /day|each of them|nobody offers/i;
    for (const [key, value] of read(formatCsv(report)).known) {
      if (!noCounts.test(key)) {
        expect(value === 0 || value > 4).toBe(true);
      }
    }
  });
});

/** What a CSV says: figures by the names a reader would give them, and how they add up. */
function read(csv: string) {
  const known = new Map<string, number>();
  const held = new Set<string>();
  const parts = new Map<string, string[]>();
  for (const line of csv.trim().split("\r\n").slice(1)) {
    const [table = "", row = "", column = "", value = ""] = line.split(",");
    if (table === "report" || value === "" || /day|each of them/i.test(column + row)) continue;
    const key = nameOf(table, row, column);
    if (value === "*") held.add(key);
    else known.set(key, Number(value));
    if (table === "summary") continue;
    const add = (total: string) => parts.set(total, [...(parts.get(total) ?? []), key]);
    if (row !== "Total" && table !== "supply-by-topic") add(`${table}|Total|${column}`);
    const isCross = /-and-|by-age/.test(table);
    if (isCross && column !== "Total") add(`${table}|${row}|Total`);
  }
  const sums = [...parts].map(([total, of]): Equation => {
    const [table = "", row = "", column = ""] = total.split("|");
    return new Map([[nameOf(table, row, column), -1], ...of.map((key) => [key, 1] as const)]);
  });
  return { known, held, equations: [...sums, ...flows()] };
}

/** One name for a figure that stands in several tables. */
function nameOf(table: string, row: string, column: string): string {
  const highlights: Readonly<Record<string, string>> = {
    "funnel-by-month|Total|Registered": "Registered",
    "funnel-by-month|Total|Role chosen": "Role chosen",
    "funnel-by-month|Total|Profile created": "Profile created",
    "funnel-by-month|Total|Visible": "Visible",
    "funnel-by-month|Total|Still there": "Still there",
    "funnel-by-role|Total|Role chosen": "Role chosen",
    "funnel-by-role|Total|Profile created": "Profile created",
    "funnel-by-role|Total|Visible": "Visible",
    "funnel-by-role|Total|Still there": "Still there",
    "cohorts-by-role|Total|Members": "Members at the end",
    "cohorts-by-role|Cadet|Members": "Cadets",
    "cohorts-by-role|Alumni|Members": "Alumni",
    "cohorts-by-role|Cadre|Members": "Cadre",
    "cohorts-by-role|Total|With a profile": "Profiles at the end",
    "cohorts-by-class-year-and-branch|Total|Total": "Profiles at the end",
    "cohorts-by-duty-status-and-rank|Total|Total": "Profiles at the end",
    "freshness-by-age|Total|Total": "Profiles at the end",
    "freshness-by-age|Total|Cadet": "cohorts-by-role|Cadet|With a profile",
    "freshness-by-age|Total|Alumni": "cohorts-by-role|Alumni|With a profile",
    "freshness-by-age|Total|Cadre": "cohorts-by-role|Cadre|With a profile",
    "retention-visibility|Total|Profiles": "Profiles at the end",
    "retention-visibility|Visible|Profiles": "Visible profiles at the end",
    "retention-visibility|Hidden|Profiles": "Hidden profiles at the end",
    "cohorts-graduates|Total|Cadets who became alumni": "Cadets who became alumni",
    "freshness-by-month|Total|Profiles created": "Profiles created",
    "freshness-by-month|Total|Changes": "Changes to profiles",
  };
  if (table === "summary") return column === "Cycle 2026" ? row : `${row}@${column}`;
  const total = row === "Total"
    ? /^supply-by-\w+\|Total\|(.*)$/.exec(`${table}|${row}|${column}`)
    : null;
  if (total?.[1] === "Cadets") return "Cadets";
  if (total?.[1] === "Alumni who can help") return "Alumni who can help";
  if (/^retention-by-(month|role)$/.test(table) && row === "Total") return column;
  return highlights[`${table}|${row}|${column}`] ?? `${table}|${row}|${column}`;
}

/** Who is there at the end of a cycle was there before, or came; unless they went. */
function flows(): Equation[] {
  return [["2026", "2025"], ["2025", "2024"]].flatMap(([now = "", before = ""]) => {
    const at = (name: string, cycle: string) => cycle === "2026" ? name : `${name}@Cycle ${cycle}`;
    const flow = (stock: string, changes: Readonly<Record<string, number>>): Equation =>
      new Map([
        [at(stock, now), -1],
        [at(stock, before), 1],
        ...Object.entries(changes).map(([name, factor]) => [at(name, now), factor] as const),
      ]);
    const hidden = (cycle: string): Equation =>
      new Map([
        [at("Profiles at the end", cycle), -1],
        [at("Visible profiles at the end", cycle), 1],
        [at("Hidden profiles at the end", cycle), 1],
      ]);
    return [
      flow("Members at the end", { "Registered": 1, "Account erased": -1 }),
      hidden(now),
      hidden(before),
    ];
  });
}
