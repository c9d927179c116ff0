import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine } from "./faults.ts";

import { open } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
const chicago = { ...examined, timezoneId: "America/Chicago" } as const;
const viewport = { width: 390, height: 844 };

/** A cadet who shares a profile has asked a mentor; both are signed in. */
async function asked() {
  const join = (firstName: string, role: "cadet" | "alumni") =>
    stage.member({
      firstName,
      role,
      profile: { classYear: role === "cadet" ? "2028" : "2012", armyBranch: "Cyber Corps" },
      isConfirmed: true,
      viewport,
      ...chicago,
    });
  const [cadet, mentor] = [await join("Casey", "cadet"), await join("Dana", "alumni")];
  const data = { memberId: mentor.id, topics: [], note: "What is branching like?" };
  const { id } = await stage.post(cadet.visitor, "/api/connections", data);
  return { cadet: cadet.visitor, mentor: mentor.visitor, id: String(id) };
}

/** How far from the top of the window the newest message is; it can be seen where that is within it. */
const newestTop = (page: Page) =>
  page.locator(".conversation-log li").last().evaluate((item) => item.getBoundingClientRect().top);

describeInBrowser("a conversation", () => {
  it(
    "opens at its newest message and stays where one reads, by key",
    async () => {
      const { cadet, mentor, id } = await asked();
      const answering = await open(mentor, `/connections/${id}`);
      await answering.getByText("Class of 2028").waitFor();
      await answering.getByText("Branch of interest").waitFor();
      await expectFine(answering);

      // Accepting leads to what was just written, and the focus with it.
      await answering.getByLabel("Your first message (optional)").fill("Gladly");
      await answering.getByRole("button", { name: "Accept request" }).press("Enter");
      await answering.getByText("In conversation").waitFor();
      const focused = () => answering.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toContain("Gladly");

      // Sending keeps the focus where it was.
      await answering.getByLabel("Your message").fill("When can we talk?");
      await answering.keyboard.press("Tab");
      await expect.poll(() => answering.evaluate(() => document.activeElement?.tagName))
        .toMatch(/A|BUTTON/);
      await answering.getByRole("button", { name: "Send message" }).press("Enter");
      await expect.poll(() => answering.locator(".conversation-log li").count()).toBe(3);
      expect(await focused()).toMatch(/^(Sending…|Send message)$/);

      for (let at = 1; at <= 30; at++) {
        await stage.post(cadet, `/api/connections/${id}/messages`, { text: `Message ${at}` });
      }
      for (const path of [`/connections/${id}`, `/connections/${id}#latest`]) {
        const page = await open(mentor, path);
        await page.locator(".conversation-text", { hasText: "Message 30" }).waitFor();
        await expect.poll(() => newestTop(page)).toBeLessThan(viewport.height);
        expect(await newestTop(page)).toBeGreaterThan(0);
        await page.close();
      }
      const plain = await stage.visitor({ viewport, javaScriptEnabled: false });
      await plain.addCookies(await mentor.cookies());
      const list = await plain.newPage();
      await list.goto("/connections");
      await list.getByRole("link", { name: "Casey Reed" }).click();
      await list.locator(".conversation-text", { hasText: "Message 30" }).waitFor();
      expect(await newestTop(list)).toBeLessThan(viewport.height);
      expect(await newestTop(list)).toBeGreaterThan(0);
      expect(await list.locator(".conversation-log time").last().textContent()).toContain("UTC");
    },
  );

  it("has times of the reader's own zone, also of what is new", async () => {
    const { cadet, mentor, id } = await asked();
    const page = await open(mentor, `/connections/${id}`);
    await stage.post(mentor, `/api/connections/${id}/accept`);
    await stage.post(cadet, `/api/connections/${id}/messages`, { text: "Something new" });
    await page.locator(".conversation-text", { hasText: "Something new" }).waitFor();
    const times = await page.locator(".conversation-log time").evaluateAll((all) =>
      all.map((time) => [time.textContent, time.getAttribute("datetime")])
    );
    expect(times.length).toBe(2);
    const inChicago = new Intl.DateTimeFormat("en-US", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "America/Chicago",
    });
    for (const [text, at] of times) expect(text).toBe(inChicago.format(new Date(at ?? "")));
  });

  it(
    "has what ends it in a menu that keys open and close",
    async () => {
      const { cadet, mentor, id } = await asked();
      await stage.post(mentor, `/api/connections/${id}/accept`);
      const page = await open(mentor, `/connections/${id}`);
      const menu = page.getByText("More actions");
      expect(await page.getByText("End this conversation").isVisible()).toBe(false);
      await menu.focus();
      await page.keyboard.press("Enter");
      await page.getByText("Report a message").waitFor();
      await expectFine(page);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByText("End this conversation").isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More actions");

      // A message that came since the page was opened can be reported, too.
      await page.keyboard.press("Enter");
      await page.getByText("Report a message").click();
      await stage.post(cadet, `/api/connections/${id}/messages`, { text: "Buy my watches" });
      const choice = page.getByLabel("Which message?");
      await expect.poll(() => choice.locator("option").allTextContents())
        .toEqual(["Buy my watches", "What is branching like?"]);
      await choice.selectOption({ label: "Buy my watches" });
      await page.getByRole("button", { name: "Report message to staff" }).click();
      await page.getByText("This conversation has ended.").waitFor();
      await expectFine(page);
    },
  );
});
