import { describe, expect, it } from "vitest";
import type { TestApp, TestAppOptions } from "../../../../api/testing/app.ts";
import { tablesOf } from "../../../../events/store/queries.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";

const path = "/program/setup";
const threeDaysMs = 3 * 24 * 60 * 60 * 1000;

async function given(options: TestAppOptions = {}) {
  const site = await staffSite(options);
  const { testApp, page, post } = site;
  return {
    ...site,
    text: async (at = path) => textOf(await page(at)).replaceAll("&#x27;", "'"),
    async backUp() {
      const answer = await post(path, { does: "back-up" });
      expect([answer.status, answer.location]).toEqual([303, `${path}#backup`]);
      await testApp.settled();
      return answer;
    },
  };
}

const madeAt = (testApp: TestApp, at: Date) =>
  tablesOf(testApp.database).updateTable("backup_outcomes").set({ made_at_ms: at.getTime() })
    .execute();

describe("backups", () => {
  it("show when and where the last one was made, and make one with a press", async () => {
    const { backUp, page, testApp, text } = await given();
    await tablesOf(testApp.database).deleteFrom("backup_outcomes").execute();
    expect(await text()).toContain("Last backup None yet");
    expect((await backUp()).cookies).toContain("Backup made");
    const after = await text();
    expect(after).toMatch(/Last backup \w+ \d+, 20\d\d, [\d:]+ [AP]M UTC/);
    expectTexts(after, [
      "Size",
      "In a folder of this computer",
      "Backups are on the same disk as the directory",
    ]);
    expect(await page("/program/settings"))
      .toMatch(/href="\/program\/setup#backup"[^>]*>See the last backup, or back up now</);
  });

  it("warn on every staff page if none are made, and say on their own page what to do", async () => {
    const { backUp, page, testApp, text } = await given({
      makeBackup: async () => ({ is: "failed", code: "full", message: "" }),
    });
    const notice = "The disk for backups is full, so no new backups are made.";
    const pages = ["/", "/program", "/program/mail", "/program/history"];
    await madeAt(testApp, new Date());
    for (const at of pages) expect(await text(at)).not.toContain(notice);
    await backUp();
    for (const at of pages) expect(await text(at)).toContain(notice);
    const own = await text();
    expectTexts(own, ["The last backup failed", "Make room on it"], [notice]);
    expect(await page("/program")).toContain(`href="${path}#backup"`);
  });

  it("warn if none was made for two days", async () => {
    const { testApp, text } = await given();
    await madeAt(testApp, new Date(Date.now() - threeDaysMs));
    expect(await text("/program")).toContain("Backups aren't being made. The last one is of");
    expect(await text()).toContain("No backup in the last two days");
  });

  it("are kept for staff's number of weeks, shown with how long an erased person stays in them", async () => {
    const { post, set, text } = await given();
    expect(await text("/program/settings")).toContain("Right now: within 8 days.");
    expect(await text()).toContain("Of the last 24 hours and 7 days");
    await set({ does: "backups", backupWeeks: "4" });
    expect(await text("/program/settings")).toContain("Right now: within 35 days.");
    expect(await text()).toContain("and one of each of 4 weeks before");
    const refused = await post("/program/settings", { does: "backups", backupWeeks: "53" });
    expect(refused.status).toBe(422);
    expectTexts(refused.html, ["Must be a whole number from 0 to 52"]);
  });
});
