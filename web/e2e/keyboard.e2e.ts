import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { phone } from "./faults.ts";
import { focusComesTo, focused, tabTo } from "./keys.ts";
import { fetchJson, open, ready } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 60 });

describeInBrowser("with a keyboard alone", () => {
  it("one signs in, filters, opens and goes back", async () => {
    const { username } = await stage.member({ profile: {} });
    const page = await stage.page();
    const complaints = complaintsOf(page);
    await page.goto("/");
    await tabTo(page, "Skip to content");
    await tabTo(page, "Username or email");
    await page.keyboard.type(username);
    await tabTo(page, "Password");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await ready(page);

    await tabTo(page, "Directory");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/directory");
    await ready(page);
    const count = page.locator(".directory-count");
    const everyone = await count.textContent();
    await tabTo(page, "Armor");
    await page.keyboard.press("Space");
    await page.waitForURL("**/directory?armyBranches=Armor");
    await expect.poll(() => count.textContent()).not.toBe(everyone);
    await expect.poll(() => count.textContent()).toContain("found");
    const narrowed = await count.textContent();
    await focusComesTo(page, "Armor");

    await tabTo(page, /^Show \d+ more/);
    await page.keyboard.press("Enter");
    const unfolded = page.locator(".checkbox-group-more[open] label").first();
    await focusComesTo(page, await unfolded.textContent() ?? "");
    await page.keyboard.press("/");
    await focusComesTo(page, "Search");
    await tabTo(page, "Sort by");
    // Type one letter, since a list restarts its search when the next one comes late.
    await page.keyboard.press("N");
    await page.waitForURL("**/directory?armyBranches=Armor&sort=name");
    // The focused element would show another person once the list is in its new order.
    const path = "/api/directory?armyBranches=Armor&sort=name";
    const [first] = (await fetchJson(page, path)).profiles;
    const card = page.locator(".directory-list h2").first();
    await expect.poll(() => card.textContent()).toBe(
      `${first.user.firstName} ${first.user.lastName}`,
    );

    await tabTo(page, /^View Full Profile of/);
    const member = await focused(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/alumni/*");
    await ready(page);
    await tabTo(page, "Back");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/directory?armyBranches=Armor&sort=name");
    await ready(page);
    await expect.poll(() => count.textContent()).toBe(narrowed);
    await focusComesTo(page, member);

    await page.keyboard.press("Shift+Tab");
    await tabTo(page, "Remove filter: Armor", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/directory?sort=name");
    await expect.poll(() => count.evaluate((it) => it === document.activeElement)).toBe(true);

    expect(complaints).toEqual([]);
  });

  it("one finds one's profile, edits and saves it", async () => {
    const { page } = await stage.member({ profile: {} });
    const complaints = complaintsOf(page);
    await open(page, "/directory");
    await tabTo(page, /^My Account/);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Profile" }).waitFor();
    await focusComesTo(page, "Profile");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/profile");
    await ready(page);
    await tabTo(page, "Edit Profile");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/profile/edit");
    await ready(page);
    await tabTo(page, /^Location/);
    await page.keyboard.type("Fort Worth, TX");
    await page.keyboard.press("Enter");
    await page.getByText("Profile updated").first().waitFor();
    await page.waitForURL("**/profile");
    const saved = await fetchJson(page, "/api/profile/me");
    expect(saved.location).toBe("Fort Worth, TX");
    expect(complaints).toEqual([]);
  });

  it("the drawer keeps the focus, and gives it back", async () => {
    const { page } = await stage.member({ role: "cadet", ...phone });
    await open(page, "/directory");
    await tabTo(page, "Filters");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Filters" });
    await drawer.waitFor();
    await tabTo(page, /^Show \d+ results$/, "Shift+Tab");
    await tabTo(page, "Close");
    await tabTo(page, "Armor");
    await page.keyboard.press("Space");
    await page.waitForURL("**/directory?armyBranches=Armor");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await focusComesTo(page, "Filters (1)");
  });

  it(
    "the header never hides the focused element, also when moving backward",
    async () => {
      const viewport = { width: 360, height: 600 };
      const { page } = await stage.member({ profile: {}, viewport });
      await open(page, "/profile/edit");
      await page.getByRole("contentinfo").getByRole("link").last().focus();
      for (let step = 0; step < 50; step++) {
        await page.keyboard.press("Shift+Tab");
        const isHidden = () =>
          page.evaluate(() => {
            const header = document.querySelector(".shell-header")?.getBoundingClientRect().bottom;
            return (document.activeElement?.getBoundingClientRect().top ?? 0) < (header ?? 0);
          });
        await expect.poll(isHidden, { message: await focused(page) }).toBe(false);
      }
    },
  );
});
