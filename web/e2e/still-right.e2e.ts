import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { profileLink } from "../../api/contract/mailed-links.ts";
import { changeRecords } from "../../events/testing/rows.ts";
import { readAssets } from "../assets.ts";
import { describeInBrowser, openBrowser } from "../testing/browser.ts";
import { mentorId, siteWithTwo } from "../testing/conversations.ts";
import { examined, expectFine, phone } from "./faults.ts";

describeInBrowser("a profile that was confirmed a year ago", () => {
  it("is confirmed with one press, from the mail's page and on a phone", async () => {
    const site = await siteWithTwo({}, [], { assets: await readAssets("dist") });
    // A browser test can't wait a year, so the row is changed.
    await changeRecords(site.testApp, ({ profile, ...record }) => ({
      ...record,
      profile: profile && { ...profile, confirmedAt: "2025-11-01T12:00:00.000Z" },
    }));
    const context = await (await openBrowser()).newContext({ ...phone, ...examined });
    let session = {};
    // The site is called directly, without a port.
    await context.route("**/*", async (route) => {
      const asked = route.request();
      const body = asked.postDataBuffer();
      const answer = await site.fetch(
        new Request(asked.url(), {
          method: asked.method(),
          headers: { ...await asked.allHeaders(), ...session },
          ...body && { body: new Uint8Array(body) },
        }),
      );
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
    const page = await context.newPage();
    session = site.cookie(mentorId);
    await page.goto(`${site.origin}/profile`);
    await page.getByRole("button", { name: "Confirm my profile" }).waitFor();
    await expectFine(page);
    session = {};
    await page.goto(site.origin + await site.link(mentorId, profileLink));
    await page.getByRole("heading", { name: "Is Your Profile Still Right?" }).waitFor();
    await page.getByText("Work: Consultant, Northfield Partners").waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "Confirm my profile" }).press("Enter");
    await page.getByRole("heading", { name: "Your Profile Is Confirmed" }).waitFor();
    await expectFine(page);
    expect((await site.stored(mentorId))?.profile?.confirmedAt).toMatch(/^2026-11-20/);
    await context.close();
  });
});
