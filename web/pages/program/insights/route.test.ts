import { describe, expect, it } from "vitest";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { Audience } from "../../../../events/report/report.ts";
import { aReport } from "../../../../events/report/testing/a-report.ts";
import { given, manyRegistered } from "../../../../events/report/testing/given.ts";
import { formatHtml } from "../../../statistics/html.tsx";
import { aMember } from "../../../testing/members.ts";
import type { Product } from "../../../../api/product.ts";
import { createTestSite } from "../../../testing/site.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
import { linkTo, textsOf } from "../../../testing/read-html.ts";

const path = "/program/insights";
const members = [
  aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true }),
  aMember({ memberId: "uma", role: "cadre" }),
  aMember({ memberId: "ada", role: "alumni" }),
  aMember({ memberId: "casey", role: "cadet" }),
];

const past = given(...manyRegistered(1234, "cadet"), ...manyRegistered(5, "alumni"));
const counted = [{
  ...{ day: "2026-01-03", asked: { cadet: 1 }, askers: { cadet: 1 } },
  topics: { "Pentagon Assignment": 1 },
}];

const report = (cycle: number, audience: Audience = "staff") =>
  aReport(past.content({ audience, counted }), { cycle, audience, isComplete: cycle < 2027 });

const reports = [2026, 2027].flatMap((cycle) => [report(cycle), report(cycle, "share")]);

const ready = { state: "ready", reports } as const;

const site = await createTestSite({ members });

interface InsightsCase {
  readonly who?: string;
  readonly insights?: Awaited<ReturnType<Product["insights"]["latest"]>>;
  readonly uncovered?: Awaited<ReturnType<Product["uncovered"]["recent"]>>;
}

/** Requests a page or a file as a member. */
async function get(
  of = path,
  { who = "stan", insights = ready, uncovered = [] }: InsightsCase = {},
) {
  site.product.insights.latest = async () => insights;
  site.product.uncovered.recent = async () => uncovered;
  const answer = await site.get(of, who);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

describe("insights", () => {
  it.each(["uma", "ada", "casey"])("aren't available to %s, who isn't staff", async (who) => {
    for (const address of [path, `${path}/cycle-2026.csv`, `${path}/cycle-2026.html`]) {
      const { status, html } = await get(address, { who });
      expect(status).toBe(404);
      expect(html).not.toContain("1,234");
    }
  });

  it("show the newest cycle, with answers and next steps before the tables", async () => {
    const { html } = await get();
    expectTexts(html, [
      "Cycle 2027, so far",
      "October 1, 2026 to September 30, 2027",
      "1 cadet asked for help.",
      "No alumni offer Pentagon Assignment, but 1 request named it.",
    ]);
    expect(linkTo(html, "Open invitations")).toBe("/program/invitations");
    const [answers = "", tables] = html.split("All tables");
    expect(answers.match(/<h3 /g)).toHaveLength(9);
    expect(textsOf(answers, "h3").slice(0, 2)).toEqual([
      "Who commissioned, and who stayed?",
      "What should we do next?",
    ]);
    expect(tables).toContain("1,234");
    expect(html).not.toMatch(/US-TX|min-cell|\*</);
  });

  it("list uncovered topics, with counts of five or more", async () => {
    const uncovered = [{ topic: "Ranger School", told: 5 }, { topic: "PCS Tips", told: 4 }];
    const { html } = await get(path, { uncovered });
    expect(html).toContain("<li>Ranger School: 5 times</li><li>PCS Tips: fewer than 5 times</li>");
    for (const query of ["?for=others", "?cycle=2026"]) {
      expect((await get(path + query, { uncovered })).html).not.toContain("What no one covers");
    }
  });

  it("show earlier cycles, and none that don't exist", async () => {
    const { html } = await get(`${path}?cycle=2026`);
    expect(html).toContain("Cycle 2026</h2>");
    expect(html).toMatch(/href="\/program\/insights\?cycle=2026" aria-current="page"/);
    for (const at of ["?cycle=2025", "?cycle=x", "?cycle=2026.0", "?cycle=", "/cycle-2025.csv"]) {
      expect((await get(path + at)).status).toBe(404);
    }
  });

  it("show figures to share without counts below five, and without staff's tasks", async () => {
    const { html } = await get(`${path}?for=others`);
    expectTexts(html, [
      "Cycle 2027, so far, version to share",
      "1,240 members",
      "fewer than 5",
      'href="/program/insights?cycle=2026&amp;for=others"',
      'href="/program/insights/cycle-2027-share.csv"',
    ], ["1,234", "What should we do next?"]);
  });

  it.each(
    [
      ["cycle-2026.csv", "staff"],
      ["cycle-2026.html", "staff"],
      ["cycle-2026-share.csv", "share"],
      ["cycle-2026-share.html", "share"],
    ] as const,
  )("are the command's file: %s", async (name, audience) => {
    const { headers, html } = await get(`${path}/${name}`);
    const options = { isColored: false, isSeries: false };
    const expected = [report(2026, audience)];
    expect(html).toBe(
      name.endsWith("html")
        ? formatHtml(expected, { program: "TCU Army ROTC" })
        : formatReports(expected, "csv", options),
    );
    expect(headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    expect(headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("say that they are being prepared, and reload without script, or explain a failure", async () => {
    const being = await get(path, { insights: { state: "being made" } });
    expect(being.headers.get("Refresh")).toBe("2; url=/program/insights?looks=1");
    expect(being.html).toContain("Preparing your figures.");
    const failed = await get(path, { insights: { state: "failed" } });
    expect(failed.headers.get("Refresh")).toBeNull();
    expect(failed.html).toContain("Reload this page to try again.");
  });
});
