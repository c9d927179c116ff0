import { describe, expect, it } from "vitest";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { Audience } from "../../../../events/report/report.ts";
import { aReport } from "../../../../events/report/testing/a-report.ts";
import { asked, given, manyRegistered } from "../../../../events/report/testing/given.ts";
import { formatHtml } from "../../../statistics/html.tsx";
import { aMember } from "../../../testing/members.ts";
import { createTestSite, type TestSiteOptions } from "../../../testing/site.ts";

const path = "/program/insights";
const members = [
  aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true }),
  aMember({ memberId: "uma", role: "cadre" }),
  aMember({ memberId: "ada", role: "alumni" }),
  aMember({ memberId: "casey", role: "cadet" }),
];

const past = given(
  ...manyRegistered(1234, "cadet"),
  ...manyRegistered(5, "alumni"),
  asked("cadet 1", "2026-01-03", { topics: ["Pentagon Assignment"] }),
);

const report = (cycle: number, audience: Audience = "staff") =>
  aReport(past.content({ audience }), { cycle, audience, isComplete: cycle < 2027 });

const reports = [2026, 2027].flatMap((cycle) => [report(cycle), report(cycle, "share")]);

function siteWith(
  insights: NonNullable<TestSiteOptions["insights"]>,
  uncovered: NonNullable<TestSiteOptions["uncovered"]> = [],
) {
  const site = createTestSite({ members, insights, uncovered });
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

  it("show the newest cycle, with answers and what to do before the tables", async () => {
    const { html } = await siteWith({ state: "ready", reports }).get(path, "stan");
    expect(html).toContain("Cycle 2027, so far");
    expect(html).toContain("October 1, 2026 to September 30, 2027");
    expect(html).toContain("1 of 1,234 cadets asked for help.");
    expect(html).toContain("No alumni offer Pentagon Assignment, but 1 request named it.");
    expect(html).toContain('<a href="/program/invitations">Open invitations</a>');
    const [answers = "", tables] = html.split("All tables");
    expect(answers.match(/<h3 /g)).toHaveLength(8);
    expect(tables).toContain("1,234");
    expect(html).not.toMatch(/US-TX|min-cell|\*</);
  });

  it("say what no one covers now, to staff, in numbers of five or more", async () => {
    const told = [{ topic: "Ranger School", told: 5 }, { topic: "PCS Tips", told: 4 }];
    const { get } = siteWith({ state: "ready", reports }, told);
    const { html } = await get(path, "stan");
    expect(html).toContain("<li>Ranger School: 5 times</li><li>PCS Tips: fewer than 5 times</li>");
    for (const query of ["?for=others", "?cycle=2026"]) {
      expect((await get(path + query, "stan")).html).not.toContain("What no one covers");
    }
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

  it("show figures to pass on: none below five, none that staff have to do", async () => {
    const { get } = siteWith({ state: "ready", reports });
    const { html } = await get(`${path}?for=others`, "stan");
    expect(html).toContain("Cycle 2027, so far, to pass on");
    expect(html).toContain("1,240 members");
    expect(html).toContain("fewer than 5");
    expect(html).not.toContain("1,234");
    expect(html).not.toContain("What should we do next?");
    expect(html).toMatch(/href="\/program\/insights\?cycle=2026&amp;for=others"/);
    expect(html).toContain('href="/program/insights/cycle-2027-share.csv"');
  });

  it.each(
    [
      ["cycle-2026.csv", "staff"],
      ["cycle-2026.html", "staff"],
      ["cycle-2026-share.csv", "share"],
      ["cycle-2026-share.html", "share"],
    ] as const,
  )("are the command's file: %s", async (name, audience) => {
    const { get } = siteWith({ state: "ready", reports });
    const { answer, html } = await get(`${path}/${name}`, "stan");
    const options = { isColored: false, isSeries: false };
    const expected = [report(2026, audience)];
    expect(html).toBe(
      name.endsWith("html")
        ? formatHtml(expected, "TCU Army ROTC")
        : formatReports(expected, "csv", options),
    );
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("say that they are being made, and look again without script", async () => {
    const { answer, html } = await siteWith({ state: "being made" }).get(path, "stan");
    expect(answer.headers.get("Refresh")).toBe("2");
    expect(html).toContain("Preparing your figures.");
  });

  it("say what is wrong", async () => {
    const failed = await siteWith({ state: "failed" }).get(path, "stan");
    expect(failed.answer.headers.get("Refresh")).toBeNull();
    expect(failed.html).toContain("Reload this page to try again.");
  });
});
