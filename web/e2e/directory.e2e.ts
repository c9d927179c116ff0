import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { drawn, searchBox, shown, totalOf } from "./directory-page.ts";
import { phone } from "./faults.ts";
import { fetchJson, open, ready } from "./page.ts";
import { type Member, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 90 });
let cadet: Member;

/** Opens a page in the cadet's browser; with other options, in another one. */
async function openAsCadet(path: string, options?: BrowserContextOptions): Promise<Page> {
  const visitor = options === undefined ? cadet.visitor : await stage.again(cadet, options);
  return await open(visitor, path);
}

interface Card {
  readonly user: { readonly firstName: string; readonly lastName: string };
}

/** Changes a page's texts as Chrome's translation does. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const isShown = text.parentElement?.closest("script, style, font") === null;
    if (!isShown || text.data.trim() === "") continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

const cards = (page: Page) => page.locator(".directory-list > li");

describeInBrowser("a directory", () => {
  beforeAll(async () => {
    cadet = await stage.member({ role: "cadet" });
  });

  it("keeps the position of choices without people", async () => {
    const page = await openAsCadet("/directory");
    const labels = () => page.locator(".filter-panel .checkbox-group li > label").allTextContents();
    const before = await labels();
    await searchBox(page).fill("zzzzzz");
    await shown(page, 0);
    // The filters are drawn after the count, so that typing isn't held up.
    await page.getByRole("checkbox", { name: "Armor", disabled: true }).waitFor();
    expect(await labels()).toEqual(before);
    expect(await page.getByRole("checkbox").first().getAttribute("aria-description")).toBe("0");
  });

  it.each([
    ["/alumni", "Loading...", 3],
    ["/cadre", "Loading cadre...", 0],
  ])(
    "shows that it waits where an answer takes long: %s",
    async (path, words, count) => {
      const page = await openAsCadet(path);
      const waiting = page.locator(".directory-waiting, .rt-Spinner");
      const shownCards = page.locator(".directory-shown .directory-list > li:visible");
      const before = await shownCards.count();
      const answered = Promise.withResolvers<void>();
      await page.route("**/api/directory?*", async (route) => {
        await answered.promise;
        await route.continue();
      });
      const { height } = await page.locator(".directory-main").boundingBox() ?? { height: 0 };
      await page.getByLabel("Sort by").selectOption("recent");
      await page.locator(".directory-count", { hasText: words }).waitFor();
      await waiting.first().waitFor();
      expect([await page.locator(".directory-waiting > li").count(), await shownCards.count()])
        .toEqual([count, 0]);
      expect((await page.locator(".directory-main").boundingBox())?.height).toBe(height);
      answered.resolve();
      await waiting.first().waitFor({ state: "detached" });
      expect(await shownCards.count()).toBe(before);
    },
  );

  it("keeps searching when the browser has translated the page", async () => {
    const page = await openAsCadet("/directory?sort=name");
    const complaints = complaintsOf(page);
    await page.evaluate(translate);
    const total = await totalOf(page, "?search=aviation&armyBranches=Aviation&sort=name");
    await searchBox(page).fill("aviation");
    await page.getByRole("checkbox", { name: "Aviation" }).check();
    await shown(page, total);
    const names = async () => (await cards(page).locator("h2, h3").allTextContents()).slice(0, 5);
    const { profiles } = await fetchJson(
      page,
      "/api/directory?search=aviation&armyBranches=Aviation&sort=name",
    );
    const expected = profiles.slice(0, 5).map(({ user }: Card) =>
      `${user.firstName} ${user.lastName}`
    );
    await expect.poll(names).toEqual(expected);
    await page.evaluate(translate);
    await page.getByRole("link", { name: "Clear all" }).click();
    await searchBox(page).fill("zzzzzz");
    await page.getByText("No alumni found matching your filters").waitFor();
    expect(await searchBox(page).inputValue()).toBe("zzzzzz");
    expect(complaints).toEqual([]);
  });

  it("offers other searches with their numbers of results", async () => {
    const query = "?search=zzzzzz&armyBranches=Armor&armyBranches=Aviation";
    const page = await openAsCadet(`/directory${query}`);
    const ways = page.getByRole("list", { name: "Ways to find more" }).getByRole("link");
    const total = await totalOf(page, "?armyBranches=Armor&armyBranches=Aviation");
    expect(await ways.count()).toBe(3);
    expect(await ways.first().textContent()).toBe(`Show ${total} people in Armor or Aviation`);
    expect(await ways.last().textContent()).toBe(`Show all ${await totalOf(page, "")} people`);
    await ways.first().click();
    await shown(page, total);
    expect(await page.getByRole("link", { name: /Remove filter/ }).allTextContents())
      .toEqual(["Remove filter: Armor", "Remove filter: Aviation"]);
  });

  it("loads more in place, and restores the position on return from a profile", async () => {
    const page = await openAsCadet("/directory?sort=name");
    const complaints = complaintsOf(page);
    await page.getByRole("link", { name: "Load more" }).press("Enter");
    await expect.poll(() => cards(page).count()).toBe(48);
    // Keyboard users continue at the first of the loaded cards.
    await expect.poll(() =>
      cards(page).nth(24).evaluate((card) => card.contains(document.activeElement))
    ).toBe(true);
    await page.waitForURL("**/directory?sort=name&page=2");
    const link = cards(page).nth(40).getByRole("link", { name: /View Full Profile/ });
    const place = () => link.evaluate((link) => Math.round(link.getBoundingClientRect().top));
    await link.scrollIntoViewIfNeeded();
    await drawn(page);
    const before = await place();
    const isBack = async () => {
      await ready(page);
      await expect.poll(() => cards(page).count()).toBe(48);
      await expect.poll(async () => Math.abs(await place() - before)).toBeLessThan(4);
    };

    await link.click();
    await page.getByRole("link", { name: "Back" }).waitFor();
    await page.goBack();
    await isBack();
    await page.reload();
    await isBack();
    await link.click();
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL("**/directory?sort=name&page=2");
    await isBack();
    expect(complaints).toEqual([]);
  });

  it("links from page to page without script", async () => {
    const page = await openAsCadet("/directory", { javaScriptEnabled: false });
    await page.getByText(/^\d+ alumni, \d+ cadre, \d+ cadets?$/).waitFor();
    await page.getByRole("link", { name: "Load more" }).click();
    await page.waitForURL("**/directory?page=2");
    expect(await cards(page).count()).toBe(24);
    await page.getByText(/^Showing 25–48 of/).waitFor();
    await page.getByRole("link", { name: "Previous page" }).click();
    await page.waitForURL("**/directory");
    await page.goto("/directory?armyBranches=Armor");
    // The search is a plain field without suggestions.
    const field = page.getByRole("textbox", { name: "Search", exact: true });
    await field.fill("zzzzzz");
    await field.press("Enter");
    await page.getByRole("link", { name: /^Show \d+ (person|people) in Armor$/ }).click();
    await page.waitForURL("**/directory?armyBranches=Armor");
  });

  it("keeps its results when the connection is lost, and tries again", async () => {
    const page = await openAsCadet("/directory", {});
    await page.context().setOffline(true);
    await page.getByRole("checkbox", { name: "Armor" }).check();
    await page.getByText("Failed to fetch profiles").waitFor();
    expect(await cards(page).count()).toBe(24);
    await page.route("**/api/directory?*", (route) => route.abort());
    await page.context().setOffline(false);
    await page.getByText("Failed to fetch profiles").waitFor();
    await page.unroute("**/api/directory?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await shown(page, await totalOf(page, "?armyBranches=Armor"));
    expect(await page.getByText("Failed to fetch profiles").count()).toBe(0);
  });

  it("focuses its search with a key, and has its filters in a drawer on a phone", async () => {
    const page = await openAsCadet("/directory", phone);
    const opener = page.getByRole("button", { name: "Filters" });
    const hasFocus = () => opener.evaluate((button) => button === document.activeElement);
    await opener.focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    // The focus returns once the dialog is gone.
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press("/");
    expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);

    await opener.click();
    const drawer = page.getByRole("dialog", { name: "Filters" });
    await drawer.getByRole("checkbox", { name: "Armor" }).check();
    const total = await totalOf(page, "?armyBranches=Armor");
    await drawer.getByRole("button", { name: new RegExp(`^Show ${total} results?$`) }).click();
    await drawer.waitFor({ state: "detached" });
    await expect.poll(hasFocus).toBe(true);
    await shown(page, total);
    const bar = await Promise.all(
      [opener, page.getByLabel("Sort by")].map((part) =>
        part.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      ),
    );
    expect(bar[0]).toBe(bar[1]);
  });

  it("shows people in the first half of a phone's screen", async () => {
    const page = await openAsCadet("/directory", { ...phone, isMobile: true, hasTouch: true });
    const narrowed = "search=infantry&dutyStatuses=Veteran&dutyStatuses=Active+Duty&sort=name";
    const relaxed = "search=captain+resume+falconry";
    for (
      const path of [
        "/directory",
        "/alumni",
        "/cadre",
        `/directory?${relaxed}`,
        `/alumni?${relaxed}`,
        `/directory?${narrowed}`,
      ]
    ) {
      await open(page, path);
      for (const viewport of [{ width: 390, height: 844 }, phone.viewport]) {
        await page.setViewportSize(viewport);
        const { y = Infinity } = await cards(page).first().boundingBox() ?? {};
        expect([path, viewport, y < viewport.height / 2], `${y} px`)
          .toEqual([path, viewport, true]);
      }
    }
    const tops = page.locator(".directory-line :is(button, select, .active-filters-chip):visible")
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
    expect(new Set(await tops).size).toBe(1);
    await page.getByRole("link", { name: "Remove filter: Active Duty" }).tap();
    await page.waitForURL(/^(?!.*Active)/);
  });

  it("leads from a card to the request form with one press", async () => {
    const page = await openAsCadet("/alumni");
    const link = page.getByRole("link", { name: /^Connect with / }).first();
    const name = (await link.getAttribute("aria-label"))?.replace("Connect with ", "");
    await link.click();
    await page.getByRole("heading", { name: `Ask ${name} for help` }).waitFor();
  });

  it.each([[1280, 3], [1920, 4]])("has at %i pixels %i columns", async (width, columns) => {
    const page = await openAsCadet("/directory", { viewport: { width, height: 1000 } });
    const lefts = await cards(page).evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().left))
    );
    expect(new Set(lefts).size).toBe(columns);
  });
});
