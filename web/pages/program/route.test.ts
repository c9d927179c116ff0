import { describe, expect, it } from "vitest";
import { aMember, aProfile } from "../../testing/members.ts";
import { textOf } from "../../testing/staff-site.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const at = "2026-11-19T12:00:00.000Z";
const staff = { role: "cadre", isCadreConfirmed: true } as const;
const stan = aMember({ memberId: "stan", firstName: "Stan", ...staff });
const wanda = aMember({
  memberId: "wanda",
  firstName: "Wanda",
  email: "wanda@example.com",
  admission: { state: "waiting", needs: "approval", since: at },
  profile: aProfile({ bio: "Wombat", isVisible: false }),
});
const uma = aMember({
  memberId: "uma",
  firstName: "Uma",
  email: "uma@example.com",
  emailVerified: true,
  role: "cadre",
  profile: aProfile({ bio: "Wombat" }),
});
const rolf = aMember({
  memberId: "rolf",
  firstName: "Rolf",
  admission: { state: "refused", words: "Unknown here", at },
});
const casey = aMember({ memberId: "casey", firstName: "Casey" });
const alma = aMember({ memberId: "alma", firstName: "Alma", role: "alumni" });

const report = {
  reportId: "report-1",
  reporterId: "casey",
  reportedId: "alma",
  reason: "spam",
  position: 1,
  at,
  handled: null,
  text: "Buy my <boots>",
} as const;

const siteWith = (...reports: readonly typeof report[]) =>
  createTestSite({ members: [stan, wanda, uma, rolf, casey, alma], reports });

describe("the pages of the program's staff", () => {
  it.each(["casey", "alma", "uma"])(
    "are not there for %s, nor anything that leads there",
    async (who) => {
      const site = siteWith(report);
      const ofStaff = site.app.routes.filter(({ path, method }) =>
        path.startsWith("/program") && method !== "ALL"
      );
      expect(ofStaff.length).toBeGreaterThan(30);
      for (const { path, method } of ofStaff) {
        const address = path.replace(/:\w+/, "wanda");
        const form = { memberId: "wanda", does: "accept", reportId: "report-1", action: "nothing" };
        const answer = method === "POST"
          ? await site.send(address, form, who)
          : await site.get(address, who);
        expect([method, address, answer.status]).toEqual([method, address, 404]);
      }
      expect(await site.page("/", who)).not.toContain("/program");
    },
  );

  it("are in the menu of staff, and what waits is on their home", async () => {
    const html = await siteWith(report).page("/", "stan");
    expect(html).toMatch(/<a class="user-menu-item" href="\/program"><svg.*?<\/svg>Program<\/a>/);
    expectTexts(textOf(html), ["1 person is waiting for approval", "1 open report"]);
  });
});

describe("/program", () => {
  it("shows who waits, with what they are known by, and nothing of a profile", async () => {
    const html = await siteWith().page("/program", "stan");
    expectTexts(html, ["Wanda Rivera", "wanda@example.com", "Address not confirmed"]);
    expectTexts(html, ["“Unknown here”"], ["Wombat", "alum@example.com"]);
  });

  it("begins with what waits in numbers, what came last first, each with one way to it", async () => {
    const html = textOf(await siteWith(report).page("/program", "stan"));
    expect(html).toContain(
      "1 person is waiting for approval Newest: Wanda Rivera, Nov 19, 2026 See who&#x27;s waiting " +
        "1 open report Newest: Nov 19, 2026 Read reports",
    );
    const site = createTestSite({ members: [stan, casey] });
    expect(textOf(await site.page("/program", "stan"))).toContain("Nothing is waiting.");
  });

  it("says in a table who is staff, and that the only one stays", async () => {
    const page = async (...members: readonly typeof stan[]) =>
      textOf(await createTestSite({ members }).page("/program", "stan"));
    expect(await page(stan, uma)).toContain(
      "Name Staff access Action Uma Rivera uma@example.com Address confirmed Not staff yet " +
        "Give staff access Stan Rivera (you) Staff Only staff member",
    );
    expect(await page(stan, { ...uma, isCadreConfirmed: true })).toContain(
      "Uma Rivera Staff Remove staff access",
    );
  });

  it("accepts, refuses with words, and says what the other one was told", async () => {
    const site = siteWith();
    const post = (form: Record<string, string>) => site.send("/program/people", form, "stan");
    const refused = await post({ memberId: "wanda", does: "refuse", words: "Who are you?" });
    expect([refused.status, refused.location]).toEqual([303, "/program"]);
    expect(site.product.members.get("wanda")?.admission).toMatchObject({ words: "Who are you?" });
    // As from a page that was opened before.
    const answer = await post({ memberId: "wanda", does: "accept", seen: "waiting" });
    expectAnswer(answer, 409, "Someone else has declined this person");
    expect((await post({ memberId: "wanda", does: "accept", seen: "refused" })).status).toBe(303);
    expect(site.product.members.get("wanda")?.admission?.state).toBe("admitted");
    expect((await post({ memberId: "wanda", does: "else" })).status).toBe(400);
    expect((await post({ memberId: "nobody", does: "accept" })).status).toBe(404);
  });

  it("confirms cadre, and keeps one of them", async () => {
    const site = siteWith();
    const post = (memberId: string, does: string) =>
      site.send("/program/people", { memberId, does }, "stan");
    expect((await post("stan", "unconfirm-cadre")).status).toBe(409);
    expect((await post("uma", "confirm-cadre")).status).toBe(303);
    expect(await post("stan", "unconfirm-cadre")).toMatchObject({ status: 303, location: "/" });
    expect((await site.get("/program", "stan")).status).toBe(404);
  });
});

describe("/program/reports", () => {
  it("shows the message that was reported, and what can be done", async () => {
    expectTexts(await siteWith(report).page("/program/reports", "stan"), [
      ...["Buy my &lt;boots&gt;", "Reported by Casey Rivera", "Alma Rivera wrote:"],
      "Only members can delete their own account",
    ]);
  });

  it("asks for words before it warns, and keeps what was written", async () => {
    const site = siteWith(report);
    const post = (form: Record<string, string>) => site.send("/program/reports", form, "stan");
    const answer = await post({ reportId: "report-1", action: "warn" });
    expectAnswer(answer, 400, "Write what they should know");
    const words = "No selling";
    expect((await post({ reportId: "report-1", action: "warn", words })).status).toBe(303);
    expect(await site.page("/program/reports", "stan")).toContain("No open reports.");
    const html = await site.page("/program/reports?state=handled", "stan");
    expectTexts(html, ["Author warned", "Closed by Stan Rivera"], ['name="reportId"']);
  });

  it("says that a text is gone, and names no one then", async () => {
    const gone = { ...report, reportedId: null } as unknown as typeof report;
    const html = await siteWith(gone).page("/program/reports", "stan");
    expectTexts(html, ["The text of this report was deleted"], ["Casey", 'value="warn"']);
  });

  it("offers to let someone ask again", async () => {
    const site = siteWith(report);
    site.product.members.set("alma", { ...alma, isAskingClosed: true });
    expect(await site.page("/program/reports", "stan"))
      .toContain("Alma Rivera can&#x27;t ask others for help.");
    const open = { memberId: "alma", action: "open-asking" };
    expect((await site.send("/program/reports", open, "stan")).status).toBe(303);
    expect(site.product.members.get("alma")?.isAskingClosed).toBe(false);
  });

  it("closes several together, once it has asked", async () => {
    const more = ["report-2", "report-3"].map((reportId) => ({ ...report, reportId }));
    const site = siteWith(report, ...more as unknown as typeof report[]);
    const post = (...pairs: [string, string][]) =>
      site.send("/program/reports", new URLSearchParams(pairs) as never, "stan");
    const html = await site.page("/program/reports", "stan");
    expect(html.match(/name="reportIds"/g)).toHaveLength(3);
    const answer = await post(["action", "close-many"]);
    expectAnswer(answer, 400, "Select the reports that you want to close");
    const chosen: [string, string][] = [["reportIds", "report-1"], ["reportIds", "report-3"]];
    const asked = await post(...chosen, ["action", "close-many"]);
    expect(asked.html).toContain("Close 2 reports without action?");
    expect(await site.page("/program/reports", "stan")).toContain("Open (3)");
    await post(["action", "nothing"], ["reportId", "report-3"]);
    expect((await post(...chosen, ["isSure", "yes"], ["action", "close-many"])).status).toBe(303);
    expect(await site.page("/program/reports", "stan")).toContain("Open (1)");
  });
});
