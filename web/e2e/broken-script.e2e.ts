import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { openStageFirst, password, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;
let people = 0;

async function member(): Promise<BrowserContext> {
  const visitor = await stage.visitor({ viewport: { width: 390, height: 844 } });
  const username = `broken${++people}`;
  const name = { firstName: "Dana", lastName: "Reed" };
  await signUp(visitor, stage.origin, { username, ...name, role: "alumni" });
  await publish(visitor, stage.origin);
  return visitor;
}

/** How many broken scripts of this kind the service has counted. */
async function counted(part: "island" | "form"): Promise<number> {
  const [, address = ""] = /Metrics are at (\S+)/.exec(stage.logged()) ?? [];
  const text = await (await fetch(address)).text();
  return Number(new RegExp(`alumni_page_faults_total{part="${part}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

const cards = (page: Page) => page.locator(".profile-card").count();

describe.skipIf(chromiumPath === undefined)(
  `a script that breaks ${browserTests}`,
  { timeout: 60_000 },
  () => {
    openStageFirst(
      { profiles: 30, environment: { METRICS_PORT: "0" } },
      (opened) => stage = opened,
    );

    it("leaves a list that can be filtered, and is counted", async () => {
      const before = await counted("island");
      const page = await (await member()).newPage();
      await page.addInitScript("delete Array.prototype.reduce");
      await page.goto("/directory");
      await ready(page);
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
      const page = await (await member()).newPage();
      await page.goto("/directory");
      await ready(page);
      await page.evaluate(() => Reflect.deleteProperty(Array.prototype, "reduce"));
      await page.getByLabel("Sort by").selectOption("name");
      await page.locator(".directory-scriptless").first().waitFor();
      expect(await cards(page)).toBe(24);
      expect(await page.getByLabel("Sort by").inputValue()).toBe("name");
    });

    it("has a profile saved by the server", async () => {
      const before = await counted("form");
      const page = await (await member()).newPage();
      await page.goto("/profile/edit");
      await ready(page);
      await page.getByLabel("Rank").selectOption("MAJ");
      await page.evaluate(() => Reflect.deleteProperty(String.prototype, "trim"));
      await page.getByRole("button", { name: "Save Changes" }).click();
      await page.waitForURL("**/profile");
      const saved = await (await page.request.get("/api/profile/me")).json();
      expect(saved.rank).toBe("MAJ");
      await expect.poll(() => counted("form")).toBe(before + 1);
    });

    it("signs in by the form alone", async () => {
      await member();
      const page = await (await stage.visitor()).newPage();
      await page.goto("/");
      await page.getByLabel("Username").fill(`broken${people}`);
      await ready(page);
      await page.evaluate(() => Reflect.deleteProperty(FormData.prototype, Symbol.iterator));
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Login", exact: true }).click();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    });
  },
);
