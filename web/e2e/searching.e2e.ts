import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { SuggestionsAnswer } from "../../search/suggestions.ts";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { drawn, searchBox, shown, totalOf } from "./directory-page.ts";
import { examined, expectFine } from "./faults.ts";
import { open } from "./page.ts";
import { type Member, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 90 });
let cadet: Member;

async function openAsCadet(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return await open(await stage.again(cadet, { ...examined, ...options }), path);
}

const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });

beforeAll(async () => {
  const profile = { armyBranch: "Armor", company: "Whitstone Mills" };
  await stage.member({ firstName: "Zuleika", lastName: "Whitfield", profile });
  cadet = await stage.member({ role: "cadet" });
});

describeInBrowser("suggestions", () => {
  it("lead from the first letters to a person's card, with the keyboard", async () => {
    const page = await openAsCadet("/alumni");
    const complaints = complaintsOf(page);
    await page.getByRole("link", { name: "Skip to results" }).focus();
    await page.keyboard.press("/");
    await page.keyboard.type("whi", { delay: 40 });
    await list(page).getByText("Zuleika Whitfield").waitFor();
    // Wait until the page has settled on the typed text: only then does it get a history entry.
    await page.waitForURL((url) => url.searchParams.get("search") === "whi");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shown(page, 1);
    await list(page).waitFor({ state: "detached" });
    expect(await searchBox(page).inputValue()).toBe("Zuleika Whitfield");
    await page.waitForURL((url) => url.searchParams.get("search") === "Zuleika Whitfield");
    // Back to the typed text, and forward again.
    await page.goBack();
    await expect.poll(() => searchBox(page).inputValue()).toBe("whi");
    expect(await list(page).count()).toBe(0);
    await page.goForward();
    await shown(page, 1);
    expect(complaints).toEqual([]);
  });

  it("show how many profiles each one leads to", async () => {
    const page = await openAsCadet("/alumni");
    for (const text of ["in", "arm", "car"]) {
      const answer = await page.request.get(`/api/suggestions?search=${text}&role=alumni`);
      const { suggestions } = await answer.json() as SuggestionsAnswer;
      expect(suggestions).not.toEqual([]);
      const at = suggestions.length - 1;
      await searchBox(page).fill("");
      await searchBox(page).fill(text);
      await expect.poll(() => list(page).getByRole("option").count())
        .toBe(suggestions.length);
      await list(page).getByRole("option").nth(at).click();
      await shown(page, suggestions[at]!.count);
      await open(page, "/alumni");
    }
  });

  it("don't move the page when they open", async () => {
    const page = await openAsCadet("/alumni");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".filter-panel fieldset, .directory-bar")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join();
        })
      );
    // The answer for this text is the same as without it.
    await page.route("**/api/directory?*", (route) => route.abort());
    const before = await places();
    await searchBox(page).fill("armor");
    await list(page).waitFor();
    expect(await places()).toEqual(before);
  });

  it.each([["page", 1280, false], ["page", 360, true], ["drawer", 360, true]])(
    "have nothing that axe objects to, and fit, in the %s at %i pixels",
    async (place, width, isTouch) => {
      const page = await openAsCadet("/alumni?armyBranches=Armor", {
        viewport: { width, height: 780 },
        hasTouch: isTouch,
      });
      if (place === "drawer") {
        await page.getByRole("button", { name: "Filters" }).tap();
        await page.getByRole("dialog").waitFor();
      }
      await searchBox(page).fill("ar");
      await list(page).waitFor();
      await page.keyboard.press("ArrowDown");
      // Elements that are loading look different for a moment.
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
      await expectFine(page, "", { within: ".filter-panel-field" });
      const edges = await list(page).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth &&
          document.documentElement.scrollWidth <= innerWidth;
      });
      expect(edges).toBe(true);
      const option = list(page).getByRole("option").last();
      if (isTouch) await option.tap();
      else await option.click();
      await list(page).waitFor({ state: "detached" });
      expect(page.url()).not.toMatch(/\?armyBranches=Armor$/);
    },
  );
});

describeInBrowser("a search", () => {
  it("shows the last query, even if its answer arrives first", async () => {
    const page = await open(cadet.visitor, "/directory");
    const complaints = complaintsOf(page);
    const everyone = await totalOf(page, "");
    let release = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    let isAnswered = false;
    await page.route("**/api/directory?*", async (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get("search") === "a";
      const response = await route.fetch();
      if (isFirst) await released;
      // Requests given up since then don't apply their answer anymore.
      await route.fulfill({ response }).catch(() => {});
      if (isFirst) isAnswered = true;
    });
    const first = page.waitForRequest(/search=a$/);
    await searchBox(page).fill("a");
    await first;
    await searchBox(page).fill("infantry");
    const expected = await totalOf(page, "?search=infantry");
    expect(expected).not.toBe(everyone);
    await shown(page, expected);
    release();
    await expect.poll(() => isAnswered).toBe(true);
    await drawn(page);
    await shown(page, expected);
    expect(new URL(page.url()).search).toBe("?search=infantry");
    expect(complaints).toEqual([]);
  });

  it("announces the count once typing has settled", async () => {
    const page = await (await stage.again(cadet)).newPage();
    await page.clock.install();
    await open(page, "/alumni");
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const status = document.querySelector(".directory-bar [aria-live=polite]");
      if (status === null) throw new Error("Nothing says the count");
      new MutationObserver(() => said.push(status.textContent ?? ""))
        .observe(status, { childList: true, characterData: true, subtree: true });
    });
    await searchBox(page).pressSequentially("infantry", { delay: 60 });
    const total = await totalOf(page, "?search=infantry&role=alumni");
    const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    await expect.poll(said).toEqual([`${total} results`]);
    await page.clock.runFor(5000);
    expect(await said()).toEqual([`${total} results`]);
    expect(await page.locator("mark").first().textContent()).toMatch(/^infantry$/i);
  });

  it("undoes typing with one step back, and forward again", async () => {
    const page = await open(cadet.visitor, "/directory");
    const everyone = await totalOf(page, "");
    await searchBox(page).pressSequentially("infantry", { delay: 250 });
    await page.waitForURL("**/directory?search=infantry");
    await page.goBack();
    await shown(page, everyone);
    expect(await searchBox(page).inputValue()).toBe("");
    await page.goForward();
    await shown(page, await totalOf(page, "?search=infantry"));
    expect(await searchBox(page).inputValue()).toBe("infantry");
  });
});
