import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { expect, it } from "vitest";
import { demoPassword, makeUpPeople } from "../../api/cli/demo/made-up-people.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, expectFineAtBothSizes, phone } from "./faults.ts";
import { open, ready } from "./page.ts";
import { stageForTests } from "./product.ts";

const profiles = 80;
const stage = stageForTests({ profiles, connections: 120 });

interface SilentRequest {
  readonly id: string;
  readonly asker: BrowserContext;
}

/** Requests of made-up cadets without an answer for seven days, each by another cadet. */
async function* silentRequests(): AsyncGenerator<SilentRequest> {
  const people = makeUpPeople({ profiles, seed: 42, year: new Date().getFullYear() });
  for (const { username } of people.filter(({ role }) => role === "cadet")) {
    const asker = await stage.visitor();
    await stage.post(asker, "/api/login", { username, password: demoPassword });
    const silent = /\/connections\/([0-9a-f-]{36})#others/g;
    for (const [, id = ""] of (await htmlOf(asker, "/connections")).matchAll(silent)) {
      const others = (await htmlOf(asker, `/connections/${id}`)).match(/value="ask-instead"/g);
      if ((others?.length ?? 0) < 2) continue;
      yield { id, asker };
      break;
    }
    await asker.close();
  }
}

const htmlOf = async (visitor: BrowserContext, path: string) =>
  await (await visitor.request.get(path)).text();

const requests = silentRequests();

/** The next request, and another browser of its cadet. */
async function next(options: BrowserContextOptions) {
  const { value } = await requests.next();
  if (value === undefined) throw new Error("No other request is silent");
  const { asker, id } = value as SilentRequest;
  const visitor = await stage.visitor(options);
  await visitor.addCookies(await asker.cookies());
  const page = await visitor.newPage();
  await page.goto(`/connections/${id}`);
  const note = await page.locator(".conversation-text").first().textContent() ?? "";
  return { page, id, asker, note };
}

describeInBrowser("a request without an answer", () => {
  it("leads from the list to other mentors, and asks one with one press", async () => {
    const { page, id, note } = await next({ ...phone, ...examined });
    await open(page, "/connections");
    await expectFine(page, "connections with a silent request");
    await page.locator(`a[href$="${id}#others"]`).click();
    await page.getByRole("heading", { name: "No answer yet? Ask someone else" }).waitFor();
    await ready(page);
    await expectFineAtBothSizes(page, "others to ask");

    const button = page.getByRole("button", { name: /^Ask .+ instead$/ }).first();
    const card = page.locator("#others article").first();
    const name = await card.getByRole("heading").textContent();
    await button.press("Enter");
    await page.getByRole("heading", { level: 1, name: name ?? "" }).waitFor();
    await page.locator(".conversation-text", { hasText: note }).waitFor();
    await page.getByText(`Request sent to ${name}`, { exact: true }).waitFor();
    expect(page.url()).not.toContain(id);

    await page.goto(`/connections/${id}`);
    await page.getByText("You withdrew it").waitFor();
    await page.getByText("This request is closed.").waitFor();
    expect(await page.locator("#others").count()).toBe(0);
  });

  it("does the same without script, and counts a double press once", async () => {
    const { page, id, asker, note } = await next({ javaScriptEnabled: false });
    const tab = await page.context().newPage();
    for (const each of [page, tab]) await each.goto(`/connections/${id}#others`);
    const buttons = page.getByRole("button", { name: /^Ask .+ instead$/ });
    expect(await buttons.count()).toBeGreaterThan(1);
    await buttons.first().click();
    await page.waitForURL(/\/connections\/[0-9a-f-]+#latest$/);
    const at = page.url();
    expect(at).not.toContain(id);
    await page.locator(".conversation-text", { hasText: note }).waitFor();
    await expectFine(page, "the new request");
    await tab.getByRole("button", { name: /^Ask .+ instead$/ }).first().click();
    await tab.waitForURL(at);
    const list = await htmlOf(asker, "/connections");
    expect(list.split(new URL(at).pathname)).toHaveLength(2);
  });
});
