import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { phone } from "./faults.ts";
import { fetchJson, open, ready } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 30, environment: { METRICS_PORT: "0" } });
const member = () => stage.member({ ...phone, profile: {} });

/** How many broken scripts of this kind the service has counted. */
async function counted(part: "island" | "form"): Promise<number> {
  const [, address = ""] = /Metrics are at (\S+)/.exec(stage.logged()) ?? [];
  const text = await (await fetch(address)).text();
  return Number(new RegExp(`alumni_page_faults_total{part="${part}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

const cards = (page: Page) => page.locator(".profile-card").count();

describeInBrowser("a script that breaks", () => {
  it("leaves a list that can be filtered, and is counted", async () => {
    const before = await counted("island");
    const { page } = await member();
    await page.addInitScript("delete Array.prototype.reduce");
    await open(page, "/directory");
    expect(await cards(page)).toBe(24);
    // The branch of the most people: others may be folded away.
    const branch = page.locator('input[name="armyBranches"]').first();
    const value = await branch.inputValue();
    await branch.check();
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await page.waitForURL((url) => url.searchParams.get("armyBranches") === value);
    expect(await cards(page)).toBeGreaterThan(0);
    await expect.poll(() => counted("island")).toBe(before + 2);
  });

  it("leaves the list that showed when it breaks later", async () => {
    const { page } = await member();
    await open(page, "/directory");
    await page.evaluate(() => Reflect.deleteProperty(Array.prototype, "reduce"));
    await page.getByLabel("Sort by").selectOption("name");
    await page.locator(".directory-scriptless").first().waitFor();
    expect(await cards(page)).toBe(24);
    expect(await page.getByLabel("Sort by").inputValue()).toBe("name");
  });

  it("has a profile saved by the server", async () => {
    const before = await counted("form");
    const { page } = await member();
    await open(page, "/profile/edit");
    await page.getByLabel("Rank").selectOption("MAJ");
    await page.evaluate(() => Reflect.deleteProperty(String.prototype, "trim"));
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    const saved = await fetchJson(page, "/api/profile/me");
    expect(saved.rank).toBe("MAJ");
    await expect.poll(() => counted("form")).toBe(before + 1);
  });

  it("signs in by the form alone", async () => {
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
