import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { open } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();

/** A member with a profile, at its form. */
async function editor(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await stage.member({ profile: { company: "Lone Star Power" }, ...options });
  return await open(page, "/profile/edit");
}

describeInBrowser("writing a profile", () => {
  it("says which section is read, and what is missing, as one types", async () => {
    const page = await editor();
    const missing = page.locator('[data-needs="mos"]');
    expect(await missing.isVisible()).toBe(false);
    await page.getByLabel("MOS", { exact: true }).fill("");
    expect(await missing.isVisible()).toBe(true);
    await missing.click();
    await page.keyboard.type("11B");
    expect(await page.getByLabel("MOS", { exact: true }).inputValue()).toBe("11B");
    expect(await missing.isVisible()).toBe(false);
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.getByRole("link", { name: "Privacy Settings" }).click();
    await sections.locator('a[aria-current]:text("Privacy Settings")').waitFor();
    expect(await page.getByRole("button", { name: "Save Changes" }).isVisible()).toBe(true);
  });

  it("keeps what was typed over a reload, and lets go of it once it is saved", async () => {
    const page = await editor();
    const complaints = complaintsOf(page);
    await page.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    await page.getByRole("button", { name: "Add Army School" }).press("Enter");
    await page.keyboard.type("Airborne");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ranger");
    // The browser asks before it reloads; here the answer is yes.
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByText("We kept what you had typed").waitFor();
    expect(questions).toEqual(["beforeunload"]);
    expect(await page.getByRole("textbox", { name: "Company" }).inputValue()).toBe(
      "Northfield Partners",
    );
    expect(await page.getByRole("textbox", { name: "Army School 2" }).inputValue()).toBe("Ranger");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    expect(questions).toEqual(["beforeunload"]);
    await open(page, "/profile/edit");
    expect(await page.getByText("We kept what you had typed").count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Company" }).inputValue()).toBe(
      "Northfield Partners",
    );
    expect(complaints).toEqual([]);
  });

  it("asks before a link leads away, and gives the focus back", async () => {
    const page = await editor();
    await page.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    const home = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" });
    await home.press("Enter");
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(page.url()).toContain("/profile/edit");
    await expect.poll(() => home.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/profile");
  });

  it("says beside each switch who sees it, also while the profile is hidden", async () => {
    const page = await editor({ javaScriptEnabled: false });
    const meaning = (name: string) =>
      page.locator(".switch", { has: page.getByRole("switch", { name }) })
        .locator(".switch-meaning > span:visible").allInnerTexts();
    expect(await meaning("Industry")).toEqual(["Visible to all signed-in members"]);
    await page.getByRole("switch", { name: "Industry" }).uncheck();
    expect(await meaning("Industry")).toEqual(["Only you"]);
    await page.getByRole("switch", { name: "Show my profile in the directory" }).uncheck();
    expect(await meaning("Location")).toEqual(["Only you"]);
    await page.locator(".picture noscript p").waitFor();
    expect(await page.getByRole("button", { name: "Upload Image" }).isVisible()).toBe(false);
  });

  it("brings the focus to what is wrong, with script and without", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await editor({ javaScriptEnabled });
      await page.getByRole("textbox", { name: "MOS" }).fill("");
      await page.getByLabel("Bio").fill("Kept");
      await page.getByRole("button", { name: "Save Changes" }).click();
      const summary = page.getByRole("alert");
      await summary.waitFor();
      await expect.poll(() => page.locator(".error-summary:focus").count()).toBe(1);
      expect(await page.getByLabel("Bio").inputValue()).toBe("Kept");
      await summary.getByRole("link", { name: "MOS is required" }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id || location.hash))
        .toMatch(/profile-mos$/);
    }
  });

  it("has nothing that axe objects to", async () => {
    const page = await editor({ ...phone, ...examined });
    const paths = ["/profile/delete", "/profile/delete-account"];
    for (const path of paths) {
      await open(page, path);
      await expectFine(page, path);
    }
    page.on("dialog", (dialog) => void dialog.accept());
    await open(page, "/profile/edit");
    await page.getByRole("textbox", { name: "MOS" }).fill("");
    await page.reload();
    await page.getByText("We kept what you had typed").waitFor();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("alert").waitFor();
    await expectFine(page, "a draft with an error");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectFine(page, "the question before leaving");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/profile");
    await page.getByRole("switch", { name: "Profile Visible" }).uncheck();
    await open(page, "/profile?tab=privacy");
    await expectFine(page, "a hidden profile");
    await page.goto("/profile/preview");
    await expectFine(page, "a hidden profile, as others see it");
  });
});
