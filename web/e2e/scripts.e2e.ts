import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { phone } from "./faults.ts";
import { fetchJson, open, ready } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 30 });

const member = (
  size: { readonly viewport?: { readonly width: number; readonly height: number } } = phone,
) => stage.member({ ...size, profile: {} });

/** Opens a member's page before its scripts have loaded. Calling the result lets them load. */
async function early(
  path: string,
  size?: Parameters<typeof member>[0],
): Promise<{ page: Page; come: () => Promise<void> }> {
  const { page } = await member(size);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return {
    page,
    async come() {
      scripts.resolve();
      await ready(page);
    },
  };
}

const savedProfile = (page: Page) => fetchJson(page, "/api/profile/me");

describeInBrowser("before a page's scripts come", () => {
  it("runs a button's action once they have loaded, even if it was pressed twice", async () => {
    const { page, come } = await early("/directory");
    const filters = page.getByRole("button", { name: "Filters", exact: true });
    await filters.click();
    await filters.click();
    await come();
    await page.getByRole("dialog", { name: "Filters" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await filters.getAttribute("aria-busy")).toBeNull();
  });

  it("keeps and saves a switch that was pressed", async () => {
    const { page, come } = await early("/profile");
    const industry = page.getByRole("switch", { name: "Industry", exact: true });
    await industry.click();
    await page.getByRole("switch", { name: "Profile Visible" }).click();
    await come();
    await page.getByRole("switch", { name: "Profile Hidden" }).waitFor();
    expect(await industry.isChecked()).toBe(false);
    await expect.poll(() => savedProfile(page))
      .toMatchObject({ isVisible: false, sharedFields: { industry: false, location: true } });
  });

  it("keeps typed values and choices, and warns before leaving them", async () => {
    const { page, come } = await early("/profile/edit");
    await page.getByRole("textbox", { name: "Last Name" }).fill("Okafor");
    await come();
    expect(await page.getByRole("textbox", { name: "Last Name" }).inputValue()).toBe("Okafor");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep Editing" }).click();
    await page.getByLabel("Rank").selectOption("MAJ");
    await page.getByRole("checkbox", { name: "Networking" }).check();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/profile");
    expect(await savedProfile(page)).toMatchObject({ rank: "MAJ", helpTopics: ["Networking"] });
  });

  it("shows the view of a typed search and a ticked filter", async () => {
    const { page, come } = await early("/directory", {});
    await page.getByLabel("Search", { exact: true }).fill("a");
    const box = page.getByRole("checkbox").first();
    await box.check();
    await page.getByLabel("Sort by").selectOption("name");
    const chosen = await box.inputValue();
    await come();
    await page.waitForURL(({ search }) => {
      const params = new URLSearchParams(search);
      return params.get("search") === "a" && params.get("armyBranches") === chosen &&
        params.get("sort") === "name";
    });
  });

  it("hydrates a page by itself after its scripts broke off", async () => {
    const { visitor } = await member();
    for (const broken of ["client", "directory", "hydrate"]) {
      const page = await visitor.newPage();
      let isBroken = true;
      // As when a phone changes from one network to another.
      await page.route(
        `**/assets/${broken}-*.js`,
        (route) => isBroken ? route.abort("internetdisconnected") : route.continue(),
      );
      const failed = page.waitForEvent("requestfailed");
      await page.goto("/directory");
      await failed;
      isBroken = false;
      await ready(page);
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("dialog", { name: "Filters" }).waitFor();
      await page.close();
    }
  });
});

const cards = (page: Page) => page.locator(".profile-card").count();

describeInBrowser("a script that breaks", () => {
  it("leaves a list that can be filtered", async () => {
    const { page } = await member();
    await page.addInitScript("delete Array.prototype.reduce");
    await open(page, "/directory");
    expect(await cards(page)).toBe(24);
    // The most common branch, since others may be folded.
    const branch = page.locator('input[name="armyBranches"]').first();
    const value = await branch.inputValue();
    await branch.check();
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await page.waitForURL((url) => url.searchParams.get("armyBranches") === value);
    expect(await cards(page)).toBeGreaterThan(0);
  });

  it("keeps the list shown when it breaks later", async () => {
    const { page } = await member();
    await open(page, "/directory");
    await page.evaluate(() => Reflect.deleteProperty(Array.prototype, "reduce"));
    await page.getByLabel("Sort by").selectOption("name");
    await page.locator(".directory-scriptless").first().waitFor();
    expect(await cards(page)).toBe(24);
    expect(await page.getByLabel("Sort by").inputValue()).toBe("name");
  });

  it("saves a profile on the server", async () => {
    const { page } = await member();
    await open(page, "/profile/edit");
    await page.getByLabel("Rank").selectOption("MAJ");
    await page.evaluate(() => Reflect.deleteProperty(String.prototype, "trim"));
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    const saved = await fetchJson(page, "/api/profile/me");
    expect(saved.rank).toBe("MAJ");
  });

  it("signs in with the plain form", async () => {
    const { username } = await member();
    const page = await stage.page();
    await page.goto("/");
    await page.getByLabel("Username").fill(username);
    await ready(page);
    await page.evaluate(() => Reflect.deleteProperty(FormData.prototype, Symbol.iterator));
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });
});
