import { describe, expect, it } from "vitest";
import { comparisonOf } from "./comparison.ts";
import { formatReports } from "./formats/format.ts";
import { aReport } from "./testing/a-report.ts";
import { given, happened, manyRegistered } from "./testing/given.ts";

const commission = { classYear: "2026", branch: "Armor", component: "Active Duty", rank: "2LT" };
const log = given(
  ...manyRegistered(6, "cadet"),
  ...[1, 2, 3, 4, 5].map((one) =>
    happened("Commissioned", `cadet ${one}`, "2026-05-15", commission)
  ),
  happened("Commissioned", "cadet 6", "2027-05-15", commission),
);
const cycles = [2025, 2026, 2027];
const reports = cycles.map((cycle) => aReport(log.content({ cycle }), { cycle }));
const rowOf = (label: string, of = comparisonOf(reports)) =>
  of.rows.find((row) => row.label === label)?.figures;

describe("cycles beside each other", () => {
  it("are columns of one table that starts with commissions", () => {
    const table = comparisonOf(reports);
    expect(table.title).toBe("Cycles 2025 to 2027");
    expect(table.columns.map(({ label }) => label)).toEqual(["2025", "2026", "2027"]);
    expect(table.rows[0]).toEqual({ label: "Commissioned", figures: [0, 5, 1] });
    expect(rowOf("Commissioned a year before")).toEqual([0, 0, 5]);
    expect(rowOf("Registered")).toEqual([0, 6, 0]);
  });

  it("have each report's figures, also for outside readers", () => {
    const shared = cycles.map((cycle) =>
      aReport(log.content({ cycle, audience: "share" }), { cycle, audience: "share" })
    );
    expect(rowOf("Commissioned", comparisonOf(shared))).toEqual([
      ...["fewer than 5", 5, "fewer than 5"],
    ]);
  });

  it("compare one statistic's totals", () => {
    const some = reports.map((report) => ({
      ...report,
      statistic: "commissioned" as const,
      sections: report.sections.filter(({ name }) => name === "commissioned"),
    }));
    const table = comparisonOf(some);
    expect(table.rows.map(({ label }) => label)).toEqual([
      "By branch: Commissioned",
      "By component: Commissioned",
      "Who stayed: A year ago",
      "Who stayed: Still in the directory",
    ]);
    expect(rowOf("Who stayed: A year ago", table)).toEqual([0, 0, 5]);
  });

  it("come first, or alone, in every format", () => {
    const options = { isColored: false, isSeries: true };
    const text = formatReports(reports, "table", options);
    expect(text).toMatch(/^Cycles 2025 to 2027\n/);
    expect(text).toContain("\n\nCycle 2025\n");
    const only = { ...options, isComparisonOnly: true };
    expect(text.startsWith(formatReports(reports, "table", only))).toBe(true);
    expect(formatReports(reports, "table", only)).not.toContain("\nCycle 2025\n");
    const csv = formatReports(reports, "csv", only);
    expect(csv).toContain("2026,comparison,Commissioned,Figure,5\r\n");
    expect(csv).not.toContain("report");
    expect(Object.keys(JSON.parse(formatReports(reports, "json", only)))).toEqual(["comparison"]);
    expect(Object.keys(JSON.parse(formatReports(reports, "json", options))))
      .toEqual(["comparison", "cycles"]);
  });
});
