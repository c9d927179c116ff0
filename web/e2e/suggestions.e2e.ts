import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SuggestionsAnswer } from "../../api/contract/suggestions.ts";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { objections } from "./objections.ts";
import { openStage, publish, ready, signUp, type Stage, type StorageState } from "./product.ts";

let stage: Stage;
let cadet: StorageState;

const slowly = { timeout: 90_000 };

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  // axe runs in the page as a script of its own, which the pages' policy rightly refuses.
  const visitor = await stage.visitor({
    bypassCSP: true,
    reducedMotion: "reduce",
    storageState: cadet,
    ...options,
  });
  const page = await visitor.newPage();
  await page.goto(path);
  if (options.javaScriptEnabled !== false) await ready(page);
  return page;
}

const box = (page: Page) => page.getByRole("combobox", { name: "Search", exact: true });
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const shown = (page: Page, total: number) =>
  page.getByText(`${total} alumni found`, { exact: true }).waitFor();

describe.skipIf(chromiumPath === undefined)(`suggestions ${browserTests}`, () => {
  beforeAll(async () => {
    stage = await openStage({ profiles: 90 });
    const visitor = await stage.visitor();
    const dana = { username: "dana", firstName: "Zuleika", lastName: "Whitfield" };
    await signUp(visitor, stage.origin, { ...dana, role: "alumni" });
    await publish(visitor, stage.origin, { armyBranch: "Armor", company: "Whitstone Mills" });
    const casey = await stage.visitor();
    const name = { username: "casey", firstName: "Casey", lastName: "Nguyen" };
    await signUp(casey, stage.origin, { ...name, role: "cadet" });
    cadet = await casey.storageState();
  });
  afterAll(() => stage?.close());

  it("lead from the first letters to someone's card, with the keyboard", slowly, async () => {
    const page = await open("/alumni");
    const complaints = complaintsOf(page);
    await page.getByRole("link", { name: "Skip to results" }).focus();
    await page.keyboard.press("/");
    await page.keyboard.type("whi", { delay: 40 });
    await list(page).getByText("Zuleika Whitfield").waitFor();
    // The page has settled on what was typed: only then is it a place to go back to.
    await page.waitForURL((url) => url.searchParams.get("search") === "whi");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shown(page, 1);
    await list(page).waitFor({ state: "detached" });
    expect(await box(page).inputValue()).toBe("Zuleika Whitfield");
    expect(new URL(page.url()).searchParams.get("search")).toBe("Zuleika Whitfield");
    // Back to what was typed, and forward again.
    await page.goBack();
    await expect.poll(() => box(page).inputValue(), { timeout: 10_000 }).toBe("whi");
    expect(await list(page).count()).toBe(0);
    await page.goForward();
    await shown(page, 1);
    expect(complaints).toEqual([]);
  });

  it("say how many profiles each of them leads to", slowly, async () => {
    const page = await open("/alumni");
    for (const text of ["in", "arm", "car", "te", "da"]) {
      const answer = await page.request.get(`/api/suggestions?search=${text}&role=alumni`);
      const { suggestions } = await answer.json() as SuggestionsAnswer;
      expect(suggestions).not.toEqual([]);
      const at = suggestions.length - 1;
      await box(page).fill("");
      await box(page).fill(text);
      await expect.poll(() => list(page).getByRole("option").count(), { timeout: 10_000 })
        .toBe(suggestions.length);
      await list(page).getByRole("option").nth(at).click();
      await shown(page, suggestions[at]!.count);
      await page.goto("/alumni");
      await ready(page);
    }
  });

  it("move nothing when they open", slowly, async () => {
    const page = await open("/alumni");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".filter-panel fieldset, .directory-bar")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join();
        })
      );
    // The answer for this text is the one without it.
    await page.route("**/api/directory?*", (route) => route.abort());
    const before = await places();
    await box(page).fill("armor");
    await list(page).waitFor();
    expect(await places()).toEqual(before);
  });

  it.each([["page", 1280, false], ["page", 360, true], ["drawer", 360, true]])(
    "have nothing that axe objects to, and fit, in the %s at %i pixels",
    slowly,
    async (place, width, isTouch) => {
      const page = await open("/alumni", {
        viewport: { width, height: 780 },
        hasTouch: isTouch,
      });
      if (place === "drawer") {
        await page.getByRole("button", { name: "Filters" }).tap();
        await page.getByRole("dialog").waitFor();
      }
      await box(page).fill("ar");
      await list(page).waitFor();
      await page.keyboard.press("ArrowDown");
      // What still loads looks different for a moment.
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
      expect(await objections(page, { also: ["dark"] })).toEqual([]);
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
      expect(page.url()).toContain("?");
    },
  );

  it("are not there without script, and the field is a plain one", slowly, async () => {
    const page = await open("/alumni", { javaScriptEnabled: false });
    const field = page.getByRole("textbox", { name: "Search", exact: true });
    await field.fill("whitfield");
    await field.press("Enter");
    await shown(page, 1);
    expect(await list(page).count()).toBe(0);
  });
});
