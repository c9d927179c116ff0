import { describe, expect, it } from "vitest";
import type { Report } from "../report.ts";
import type { Chart } from "../tables.ts";
import { formatReports } from "./format.ts";

const reportOf = (charts: readonly Chart[]): Report => ({
  statistic: "funnel",
  cycle: 2026,
  from: "2025-10-01",
  to: "2026-09-30",
  isComplete: true,
  asOf: "2026-10-01T00:00:00.000Z",
  source: { position: 1_234_567, headHash: "a1b2", asOfMs: 1, version: "1.2.3" },
  minCell: 1000,
  sections: [{
    name: "funnel",
    title: "Funnel",
    tables: [{
      id: "funnel",
      title: "Funnel",
      about: "How many came how far",
      heading: "Step",
      columns: [{ label: "2025" }, { label: "2026" }],
      rows: [
        { label: "Registered", figures: [12_345, 999] },
        { label: "Visible", figures: [null, "suppressed"] },
        { label: "Days", figures: [1234.5, 0] },
      ],
      charts,
    }],
  }],
});

const print = (format: "table" | "csv" | "json" | "html", charts: readonly Chart[] = []) =>
  formatReports([reportOf(charts)], format, { isColored: false, isSeries: false });

describe("numbers of a report", () => {
  it("have separators of thousands in a table, under their headings, and years none", async () => {
    const text = await print("table");
    expect(text).toContain([
      "Step           2025  2026",
      "-------------------------",
      "Registered   12,345   999",
      "Visible           -     *",
      "Days        1,234.5     0",
    ].join("\n"));
    expect(text).toContain("Log position          1,234,567\n");
    expect(text).toContain("fewer than 1,000 people");
    expect(text).toContain(
      "Funnel, cycle 2026\nCycle                 2026, 2025-10-01 to 2026-09-30\n",
    );
  });

  it.each(["bars", "columns", "tiles"] as const)(
    "have them in a page, and its %s",
    async (kind) => {
      const page = await print("html", [{ kind, series: [0, 1] }]);
      expect(page).toContain("<td>12,345</td>");
      expect(page).toContain("<dd>1,234,567</dd>");
      expect(page).toContain("<dd>2026, 2025-10-01 to 2026-09-30</dd>");
      const texts = [...page.matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map(([, text]) =>
        text
      );
      expect(texts.filter((text) => /\d,\d{3}/.test(text ?? "")).length).toBeGreaterThan(0);
      expect(texts.filter((text) => /\d{4}/.test(text ?? ""))).toEqual(
        texts.filter((text) => text === "2025" || text === "2026"),
      );
    },
  );

  it("are bare for programs", async () => {
    const csv = await print("csv");
    expect(csv).toContain("funnel,Registered,2025,12345\r\n");
    expect(csv).toContain("report,Log position,,1234567\r\n");
    expect(csv).toContain("report,Smallest count shown,,1000\r\n");
    expect(csv).not.toMatch(/\d,\d{3}\b(?!\r)/);
    const json = JSON.parse(await print("json"));
    expect(json.log.position).toBe(1_234_567);
    expect(json.sections[0].tables[0].rows[0].figures).toEqual({ 2025: 12_345, 2026: 999 });
  });
});
