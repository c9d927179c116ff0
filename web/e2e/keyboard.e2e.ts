import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { focusComesTo, focused, tabTo } from "./keys.ts";
import { openStageFirst, password, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;

describe.skipIf(chromiumPath === undefined)(`with a keyboard alone ${browserTests}`, () => {
  openStageFirst({ profiles: 60 }, (opened) => stage = opened);

  it("one signs in, filters, opens and goes back", { timeout: 90_000 }, async () => {
    const before = await stage.visitor();
    const person = { username: "dana", firstName: "Dana", lastName: "Whitfield" };
    await signUp(before, stage.origin, { ...person, role: "alumni" });
    await publish(before, stage.origin);
    await before.close();

    const page = await (await stage.visitor()).newPage();
    const complaints = complaintsOf(page);
    await page.goto("/");
    await tabTo(page, "Skip to content");
    await tabTo(page, "Username");
    await page.keyboard.type("dana");
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
    const narrowed = await count.textContent();
    await focusComesTo(page, "Armor");

    await tabTo(page, /^Show \d+ more/);
    await page.keyboard.press("Enter");
    const unfolded = page.locator(".checkbox-group-more[open] label").first();
    await focusComesTo(page, await unfolded.textContent() ?? "");
    await page.keyboard.press("/");
    await focusComesTo(page, "Search");
    await tabTo(page, "Sort by");
    // One letter: a list starts its search again when the next one comes late.
    await page.keyboard.press("N");
    await page.waitForURL("**/directory?armyBranches=Armor&sort=name");
    // What has the focus would be someone else's once the list is in its new order.
    const answer = await page.request.get("/api/directory?armyBranches=Armor&sort=name");
    const [first] = (await answer.json()).profiles;
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

  it("one finds one's profile, edits and saves it", { timeout: 90_000 }, async () => {
    const visitor = await stage.visitor();
    const person = { username: "evan", firstName: "Evan", lastName: "Marsh" };
    await signUp(visitor, stage.origin, { ...person, role: "alumni" });
    await publish(visitor, stage.origin);
    const page = await visitor.newPage();
    const complaints = complaintsOf(page);
    await page.goto("/directory");
    await ready(page);
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
    const saved = await (await page.request.get("/api/profile/me")).json();
    expect(saved.location).toBe("Fort Worth, TX");
    expect(complaints).toEqual([]);
  });

  it("the drawer keeps the focus, and gives it back", { timeout: 60_000 }, async () => {
    const visitor = await stage.visitor({ viewport: { width: 360, height: 740 } });
    const person = { username: "casey", firstName: "Casey", lastName: "Nguyen" };
    await signUp(visitor, stage.origin, { ...person, role: "cadet" });
    const page = await visitor.newPage();
    await page.goto("/directory");
    await ready(page);
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
    "the header hides nothing that has the focus, on the way back",
    { timeout: 60_000 },
    async () => {
      const visitor = await stage.visitor({ viewport: { width: 360, height: 600 } });
      const person = { username: "robin", firstName: "Robin", lastName: "Keller" };
      await signUp(visitor, stage.origin, { ...person, role: "alumni" });
      await publish(visitor, stage.origin);
      const page = await visitor.newPage();
      await page.goto("/profile/edit");
      await ready(page);
      await page.getByRole("contentinfo").getByRole("link").focus();
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
