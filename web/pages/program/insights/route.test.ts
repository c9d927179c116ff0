import { describe, expect, it } from "vitest";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { Report } from "../../../../events/report/report.ts";
import { mondayBefore } from "../../../../events/report/week.ts";
import { aMember } from "../../../testing/members.ts";
import { createTestSite, type TestSiteOptions } from "../../../testing/site.ts";

const path = "/program/insights";
const members = [
  aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true }),
  aMember({ memberId: "uma", role: "cadre" }),
  aMember({ memberId: "ada", role: "alumni" }),
  aMember({ memberId: "casey", role: "cadet" }),
];

const asOfMs = mondayBefore(Date.parse("2026-11-20T12:00:00Z"));

const report = (cycle: number): Report => ({
  statistic: "cycle",
  cycle,
  from: `${cycle - 1}-10-01`,
  to: `${cycle}-09-30`,
  isComplete: cycle < 2027,
  asOf: new Date(asOfMs).toISOString(),
  source: { position: 600, headHash: "f".repeat(64), asOfMs, version: "1.0.0" },
  minCell: 5,
  sections: [
    {
      name: "cohorts",
      title: "Who is there",
      tables: [{
        id: "cohorts-by-role",
        title: "By role",
        about: "Members by role.",
        heading: "Role",
        columns: [{ label: "Members" }],
        rows: [
          { label: "alumni", figures: [1234] },
          { label: "cadet", figures: ["suppressed"] },
        ],
        charts: [{ kind: "bars", series: [0] }],
      }],
    },
    {
      name: "connections",
      title: "Requests for help, and what became of them",
      tables: [{
        id: "connections-by-topic",
        title: "Demand and supply by help topic",
        about: "Alumni who offer it, and requests that name it.",
        heading: "Help topic",
        columns: [{ label: "Alumni who can help" }, { label: "Asked for" }],
        rows: [{ label: "Pentagon Assignment", figures: [0, 7] }],
      }],
    },
  ],
});

const reports = [report(2026), report(2027)];

function siteWith(insights: TestSiteOptions["insights"]) {
  const site = createTestSite({ members, ...(insights && { insights }) });
  return {
    get: async (of: string, who: string) => {
      const answer = await site.get(of, who);
      return { answer, html: await answer.text() };
    },
  };
}

describe("insights", () => {
  it.each(["uma", "ada", "casey"])("are not there for %s, who is no staff", async (who) => {
    const { get } = siteWith({ state: "ready", reports });
    for (const address of [path, `${path}/cycle-2026.csv`, `${path}/cycle-2026.html`]) {
      const { answer, html } = await get(address, who);
      expect(answer.status).toBe(404);
      expect(html).not.toContain("1,234");
    }
  });

  it("show the newest cycle, with what to do about it before the figures", async () => {
    const { html } = await siteWith({ state: "ready", reports }).get(path, "stan");
    expect(html).toContain("Cycle 2027, until Sunday");
    expect(html).toContain("October 1, 2026 to September 30, 2027");
    expect(html).toContain("through Sunday, November 15, 2026");
    expect(html).toContain("No one offers Pentagon Assignment, but 7 asked for it.");
    expect(html.indexOf("7 asked for it")).toBeLessThan(html.indexOf("<table"));
    expect(html).toContain("1,234");
    expect(html).toContain('<abbr title="held back">*</abbr>');
    expect(html.indexOf("connections-section")).toBeLessThan(html.indexOf("cohorts-section"));
  });

  it("show an earlier cycle, and none that there is not", async () => {
    const { get } = siteWith({ state: "ready", reports });
    const { html } = await get(`${path}?cycle=2026`, "stan");
    expect(html).toContain("Cycle 2026</h2>");
    expect(html).toMatch(/href="\/program\/insights\?cycle=2026" aria-current="page"/);
    for (const cycle of ["2025", "x", "2026.0", ""]) {
      expect((await get(`${path}?cycle=${cycle}`, "stan")).answer.status).toBe(404);
    }
    expect((await get(`${path}/cycle-2025.csv`, "stan")).answer.status).toBe(404);
  });

  it.each(["csv", "html"] as const)("are the command's file: %s", async (format) => {
    const { get } = siteWith({ state: "ready", reports });
    const { answer, html } = await get(`${path}/cycle-2026.${format}`, "stan");
    const options = { isColored: false, isSeries: false };
    expect(html).toBe(await formatReports([report(2026)], format, options));
    expect(answer.headers.get("Content-Disposition"))
      .toBe(`attachment; filename="cycle-2026.${format}"`);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("say that they are being made, and look again without script", async () => {
    const { answer, html } = await siteWith({ state: "being made" }).get(path, "stan");
    expect(answer.headers.get("Refresh")).toBe("2");
    expect(html).toContain("Preparing your figures.");
  });

  it("say what is wrong, and when there is something to count", async () => {
    const failed = await siteWith({ state: "failed" }).get(path, "stan");
    expect(failed.answer.headers.get("Refresh")).toBeNull();
    expect(failed.html).toContain("We&#x27;ll try again in a minute.");
    const { html } = await siteWith(undefined).get(path, "stan");
    expect(html).toContain("No figures yet.");
  });
});
