import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
let mentors: BrowserContext;
let conversation: string;
let link: string;

const count = 110;

const say = (text: string) => stage.post(mentors, `/api${conversation}/messages`, { text });
const shown = (page: Page) => page.locator(".conversation-messages > li").count();
const topOf = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).evaluate((one) => one.getBoundingClientRect().top);

describeInBrowser("a long conversation", () => {
  beforeAll(async () => {
    const member = await stage.member({ profile: {}, ...phone, ...examined });
    mentors = member.visitor;
    const id = await stage.askedOf(member.id);
    // Read before the answer: answered requests aren't mailed.
    link = await stage.mailedLink(`${member.username}@example.edu`, "/c/");
    await stage.post(mentors, `/api/connections/${id}/accept`);
    conversation = `/connections/${id}`;
    for (let at = 1; at <= count; at++) await say(`Message ${at}`);
  });

  it("shows earlier messages by key, and what was read stays in its place", async () => {
    const page = await mentors.newPage();
    await page.goto(conversation);
    expect(await shown(page)).toBe(50);
    await expectFine(page);
    await page.getByLabel("Your message").fill("A draft");
    const earlier = page.getByRole("link", { name: "Show earlier messages" });
    await earlier.focus();
    const before = await topOf(page, "Message 61");
    await page.keyboard.press("Enter");
    await page.locator(".conversation-text", { hasText: /^Message 11$/ }).waitFor();
    expect(Math.abs(await topOf(page, "Message 61") - before)).toBeLessThan(2);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Earlier messages");
    await expectFine(page);
    await earlier.press("Enter");
    await page.locator(".conversation-text", { hasText: "How did you choose your branch" })
      .waitFor();
    expect([await shown(page), await earlier.count()]).toEqual([count + 1, 0]);
    expect(await page.getByLabel("Your message").inputValue()).toBe("A draft");

    // What is written now is put below, and nothing that was shown goes away.
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".conversation-text", { hasText: "A draft" }).waitFor();
    expect(await shown(page)).toBe(count + 2);
    await page.close();
  });

  it("says so where earlier messages can't be loaded", async () => {
    const page = await mentors.newPage();
    await page.goto(conversation);
    await page.waitForLoadState("networkidle");
    await mentors.setOffline(true);
    await page.getByRole("link", { name: "Show earlier messages" }).click();
    await page.getByText("Earlier messages couldn't be loaded. Try again.").waitFor();
    await mentors.setOffline(false);
    await page.getByRole("link", { name: "Show earlier messages" }).click();
    await page.locator(".conversation-text", { hasText: /^Message 12$/ }).waitFor();
    await page.close();
  });

  it.each([true, false])("leads back by a mailed link, with script: %s", async (hasScript) => {
    const reader = await stage.visitor({ ...phone, ...examined, javaScriptEnabled: hasScript });
    const page = await reader.newPage();
    await page.goto(link);
    expect(await shown(page)).toBe(50);
    // A press before the script is there leads to the page of earlier messages, as without it.
    await page.waitForLoadState("networkidle");
    await page.getByRole("link", { name: "Show earlier messages" }).click();
    if (hasScript) {
      await expect.poll(() => shown(page)).toBe(100);
      await expectFine(page);
    } else {
      await page.getByRole("heading", { name: "Earlier messages" }).waitFor();
      expect(await shown(page)).toBe(50);
      // The reader goes on upward from where they were.
      const later = page.getByRole("link", { name: "Show latest messages" });
      for (const seen of [later, page.locator(".conversation-messages > li").last()]) {
        const { y } = await seen.boundingBox() ?? { y: -1 };
        expect(y > 112 && y < 740).toBe(true);
      }
      await later.click();
      await page.getByRole("link", { name: "Show earlier messages" }).waitFor();
    }
    await reader.close();
  });

  it("shows what was written since when its mailed link is opened again in the same tab", async () => {
    const page = await stage.page(phone);
    await page.goto(link);
    await say("Written since");
    await page.goto(link);
    await page.locator(".conversation-text", { hasText: "Written since" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#latest");
    await page.context().close();
  });

  it("takes no form of another site, and shows it nothing", async () => {
    const reader = await stage.visitor(phone);
    const page = await reader.newPage();
    // The worst case: the other site knows the link, and what its page sends along.
    const known = await fetch(link);
    const [, formToken = ""] = /name="formToken" value="([^"]+)"/.exec(await known.text()) ??
      [];
    expect(formToken).not.toBe("");
    const fields = Object.entries({ action: "message", text: "From elsewhere", formToken })
      .map(([name, value]) => `<input name="${name}" value="${value}">`).join("");
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<meta name="referrer" content="no-referrer">
          <form method="post" action="${known.url}">${fields}<button>Send</button></form>`,
      }));
    await page.goto("http://elsewhere.example/");
    const read = page.evaluate((address) => fetch(address).then((answer) => answer.text()), link);
    await expect(read).rejects.toThrow("Failed to fetch");
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.getByRole("button", { name: "Send" }).click();
    expect((await answered).status()).toBe(403);

    // The page's own form is taken, by a browser without cookies and script.
    const without = await stage.visitor({ ...phone, javaScriptEnabled: false });
    const own = await without.newPage();
    await own.goto(link);
    await without.clearCookies();
    await own.getByLabel("Your message").fill("From the page itself");
    await own.getByRole("button", { name: "Send Message" }).click();
    await own.locator(".conversation-text", { hasText: "From the page itself" }).waitFor();
    expect(await own.getByText("From elsewhere").count()).toBe(0);
  });
});
