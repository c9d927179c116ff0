import { describe, expect, it } from "vitest";
import { formatReports } from "../../events/report/formats/format.ts";
import { aReport } from "../../events/report/testing/a-report.ts";
import type { Chart } from "../../events/report/tables.ts";
import { given, manyRegistered } from "../../events/report/testing/given.ts";
import { formatHtml } from "./html.tsx";

const reportOf = (charts: readonly Chart[]) =>
  aReport({
    answers: [],
    nextSteps: [],
    sections: [{
      name: "people",
      title: "People",
      tables: [{
        id: "people",
        title: "Steps",
        about: "How many came how far",
        heading: "Step",
        columns: [{ label: "2025", means: "Last year" }, { label: "2026", means: "This year" }],
        rows: [
          { label: "Registered", figures: [12_345, 999] },
          { label: "Visible", figures: [null, "fewer than 5"] },
        ],
        charts,
      }],
    }],
  }, { statistic: "people" });

const options = { isColored: false, isSeries: false };

describe("numbers of a report", () => {
  it("have thousands separators in a table, except for years", () => {
    const text = formatReports([reportOf([])], "table", options);
    expect(text).toContain([
      "Step          2025  2026",
      "------------------------",
      "Registered  12,345   999",
      "Visible               <5",
    ].join("\n"));
    expect(text).toContain("event 1,234,567 of the log");
    expect(text).toMatch(/^Who is here, cycle 2027\n/);
  });

  it.each(["bars", "columns"] as const)("have them in a page and its %s", (kind) => {
    const page = formatHtml([reportOf([{ kind, series: [0, 1] }])]);
    expect(page).toContain("<td>12,345</td>");
    expect(page).toContain("<td>fewer than 5</td>");
    const texts = [...page.matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map(([, text]) => text);
    expect(texts.filter((text) => /\d,\d{3}/.test(text ?? "")).length).toBeGreaterThan(0);
    expect(texts.filter((text) => /\d{4}/.test(text ?? ""))).toEqual(
      texts.filter((text) => text === "2025" || text === "2026"),
    );
  });

  it("have no separators for programs", () => {
    const csv = formatReports([reportOf([])], "csv", options);
    expect(csv).toContain("people,Registered,2025,12345\r\n");
    expect(csv).toContain("people,Visible,2025,\r\n");
    const json = JSON.parse(formatReports([reportOf([])], "json", options));
    expect(json.source.position).toBe(1_234_567);
    expect(json.sections[0].tables[0].rows[1].figures).toEqual({
      2025: null,
      2026: "fewer than 5",
    });
  });
});

describe("a page of whole reports", () => {
  const content = given(...manyRegistered(6, "cadet")).content();
  const page = (...cycles: number[]) =>
    formatHtml(cycles.map((cycle) => aReport(content, { cycle, isComplete: true })));

  it("folds its tables below sentences and charts", () => {
    const html = page(2026);
    const [answers = "", tables = ""] = html.split(
      "<summary>All tables, and what their figures mean</summary>",
    );
    expect(answers).toMatch(/<details class="report-meanings report-tables">$/);
    expect(answers.indexOf("Who commissioned, and who stayed?")).toBeGreaterThan(0);
    expect(answers.indexOf("Who is here")).toBeGreaterThan(answers.indexOf("Who commissioned"));
    expect(tables).toContain("<table");
    expect(html).not.toContain("<details open");
  });

  it("starts with a comparison of cycles, if there are several", () => {
    const html = page(2026, 2027);
    const titles = [...html.matchAll(/<h1[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual(["Cycles 2026 to 2027", "Cycle 2026", "Cycle 2027"]);
    const reports = [2026, 2027].map((cycle) => aReport(content, { cycle }));
    const only = formatHtml(reports, { isComparisonOnly: true });
    expect(only.match(/<h1/g)).toHaveLength(1);
    expect(page(2026)).not.toContain('id="comparison"');
  });
});
