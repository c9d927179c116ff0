import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
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
  const request = { memberId: mentor.id, note: "What is branching like?" };
  const id = await stage.ask(cadet.visitor, request);
  return { cadet: cadet.visitor, mentor: mentor.visitor, id };
}

/** Waits until the newest message can be seen. */
async function expectNewest(page: Page) {
  const newest = page.locator(".conversation-log li").last();
  const top = () => newest.evaluate((item) => item.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(viewport.height);
  expect(await top()).toBeGreaterThan(0);
}

describeInBrowser("a conversation", () => {
  it("opens at its newest message, and keeps the reader's position", async () => {
    const { cadet, mentor, id } = await asked();
    const answering = await open(mentor, `/connections/${id}`);
    await answering.getByText("Class of 2028").waitFor();
    await expectFine(answering);

    // The sent message is shown, and the focus is in the field for the next one.
    await answering.getByLabel("Your first message (optional)").fill("Gladly");
    await answering.getByRole("button", { name: "Accept request" }).press("Enter");
    await answering.getByText("In conversation").waitFor();
    const message = answering.getByLabel("Your message");
    for (const [at, text] of ["When can we talk?", "On Tuesday?"].entries()) {
      await expect.poll(() => message.evaluate((field) => field === document.activeElement))
        .toBe(true);
      await expectNewest(answering);
      await answering.keyboard.type(text);
      await answering.getByRole("button", { name: "Send message" }).press("Enter");
      await expect.poll(() => answering.locator(".conversation-log li").count()).toBe(3 + at);
    }

    for (let at = 1; at <= 30; at++) {
      await stage.act(cadet, id, "message", { text: `Message ${at}` });
    }
    for (const path of [`/connections/${id}`, `/connections/${id}#latest`]) {
      const page = await open(mentor, path);
      await page.locator(".conversation-text", { hasText: "Message 30" }).waitFor();
      await expectNewest(page);
      await page.close();
    }
    const plain = await stage.visitor({ viewport, javaScriptEnabled: false });
    await plain.addCookies(await mentor.cookies());
    const list = await plain.newPage();
    await list.goto("/connections");
    await list.getByRole("link", { name: "Casey Reed" }).click();
    await list.locator(".conversation-text", { hasText: "Message 30" }).waitFor();
    await expectNewest(list);
    expect(await list.locator(".conversation-log time").last().textContent()).toContain("UTC");
  });

  it("shows a message among the others while it is being sent", async () => {
    const { mentor, id } = await asked();
    await stage.act(mentor, id, "accept");
    const page = await open(mentor, `/connections/${id}`);
    await page.waitForSelector(".conversation[data-ready]");
    // A page that is being left can't be queried, so it notes what it shows.
    await page.evaluate(() => {
      const log = document.querySelector(".conversation-log");
      const note = () =>
        sessionStorage.setItem("shown", log?.querySelector("#sending")?.textContent ?? "");
      if (log) new MutationObserver(note).observe(log, { childList: true, subtree: true });
    });
    // A bullet as Word copies it, which the server stores as another character.
    await page.getByLabel("Your message").fill("\uf0b7 Gladly");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Message sent").first().waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("shown")))
      .toBe("You Sending…\uf0b7 Gladly");
    const texts = page.locator(".conversation-log .conversation-text");
    expect(await texts.allTextContents()).toEqual(["What is branching like?", "• Gladly"]);
    // It isn't in the field anymore, so it can't be sent again.
    const message = page.getByLabel("Your message");
    expect(await message.inputValue()).toBe("");
    await page.reload();
    await page.waitForSelector(".conversation[data-ready]");
    expect(await message.inputValue()).toBe("");
  });

  it("has actions that end it in a menu, opened and closed with keys", async () => {
    const { cadet, mentor, id } = await asked();
    await stage.act(mentor, id, "accept");
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

    // A message that arrived after the page was opened can be reported, too.
    await page.keyboard.press("Enter");
    await page.getByText("Report a message").click();
    await stage.act(cadet, id, "message", { text: "Buy my watches" });
    const choice = page.getByLabel("Which message?");
    await expect.poll(() => choice.locator("option").allTextContents())
      .toEqual(["Buy my watches", "What is branching like?"]);
    // Times are in the reader's own zone, also in new messages.
    const inChicago = new Intl.DateTimeFormat("en-US", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "America/Chicago",
    });
    const times = await page.locator(".conversation-log time").evaluateAll((all) =>
      all.map((time) => [time.textContent, time.getAttribute("datetime")])
    );
    expect(times.length).toBe(2);
    for (const [text, at] of times) expect(text).toBe(inChicago.format(new Date(at ?? "")));
    await choice.selectOption({ label: "Buy my watches" });
    await page.getByRole("button", { name: "Report message to staff" }).click();
    await page.getByText("This conversation has ended.").waitFor();
    await expectFine(page);
  });
});

let mentors: BrowserContext;
let conversation: string;
let link: string;

const count = 110;

const say = (text: string) => stage.submit(mentors, conversation, { action: "message", text });
const shown = (page: Page) => page.locator(".conversation-messages > li").count();

describeInBrowser("a long conversation", () => {
  beforeAll(async () => {
    const member = await stage.member({ profile: {}, ...phone, ...examined });
    mentors = member.visitor;
    const id = await stage.askedOf(member.id);
    // Read it before the answer: answered requests aren't mailed.
    link = await stage.mailedLink(`${member.username}@example.edu`, "/c/");
    await stage.act(mentors, id, "accept");
    conversation = `/connections/${id}`;
    for (let at = 1; at <= count; at++) await say(`Message ${at}`);
  });

  it("keeps typed text while earlier messages are read, and after a reload", async () => {
    const page = await mentors.newPage();
    await page.goto(conversation);
    expect(await shown(page)).toBe(50);
    await expectFine(page);
    const message = page.getByLabel("Your message");
    await page.locator(".conversation[data-ready]").waitFor();
    await message.fill("A draft");
    const earlier = page.getByRole("link", { name: "Show earlier messages" });
    await earlier.press("Enter");
    await page.locator(".conversation-text", { hasText: /^Message 11$/ }).waitFor();
    await earlier.press("Enter");
    await page.locator(".conversation-text", { hasText: "How did you choose your branch" })
      .waitFor();
    expect(await earlier.count()).toBe(0);
    await page.getByRole("link", { name: "Show latest messages" }).press("Enter");
    await page.locator(".conversation-text", { hasText: /^Message 110$/ }).waitFor();
    await expect.poll(() => message.inputValue()).toBe("A draft");
    await page.reload();
    await expect.poll(() => message.inputValue()).toBe("A draft");

    // Once it is sent, it isn't a draft anymore.
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.locator(".conversation-text", { hasText: "A draft" }).waitFor();
    await page.reload();
    await page.locator(".conversation[data-ready]").waitFor();
    expect(await message.inputValue()).toBe("");
  });

  it.each([true, false])(
    "links back to the newest messages on a mailed link's page, with script: %s",
    async (hasScript) => {
      const reader = await stage.visitor({ ...phone, ...examined, javaScriptEnabled: hasScript });
      const page = await reader.newPage();
      await page.goto(link);
      expect(await shown(page)).toBe(50);
      await page.getByRole("link", { name: "Show earlier messages" }).click();
      await page.getByRole("heading", { name: "Earlier messages" }).waitFor();
      expect(await shown(page)).toBe(50);
      // The reader continues upward from their position.
      const later = page.getByRole("link", { name: "Show latest messages" });
      for (const seen of [later, page.locator(".conversation-messages > li").last()]) {
        const { y } = await seen.boundingBox() ?? { y: -1 };
        expect(y > 112 && y < 740).toBe(true);
      }
      if (hasScript) await expectFine(page);
      await later.click();
      await page.getByRole("link", { name: "Show earlier messages" }).waitFor();
      await reader.close();
    },
  );

  it("shows new messages when its mailed link is opened again in the same tab", async () => {
    const page = await stage.page(phone);
    await page.goto(link);
    await say("Written since");
    await page.goto(link);
    await page.locator(".conversation-text", { hasText: "Written since" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#latest");
    await page.context().close();
  });

  it("accepts no form from another site, and shows it nothing", async () => {
    const reader = await stage.visitor(phone);
    const page = await reader.newPage();
    // The worst case: the other site knows the link and its form's token.
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

    // The page's own form is accepted from a browser without cookies and script.
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
