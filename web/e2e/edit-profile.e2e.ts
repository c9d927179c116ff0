import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { aPhoto } from "../../api/testing/pictures.ts";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { open, ready } from "./page.ts";
import { type MemberOptions, stageForTests } from "./product.ts";

const stage = stageForTests();

/** Opens the profile form of a member with a profile. */
async function editor(options: MemberOptions = {}): Promise<Page> {
  const { page } = await stage.member({ profile: { company: "Lone Star Power" }, ...options });
  return await open(page, "/profile/edit");
}

describeInBrowser("writing a profile", () => {
  it("marks the section in view, and what is missing, during typing", async () => {
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

  it("keeps typed values after a reload, and drops them once they are saved", async () => {
    const page = await editor();
    const complaints = complaintsOf(page);
    await page.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    await page.getByRole("button", { name: "Add Army School" }).press("Enter");
    await page.keyboard.type("Airborne");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ranger");
    // The browser asks before it reloads; the test confirms.
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

  it("asks before a link leads away, and returns the focus", async () => {
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
    expect(await meaning("Industry")).toEqual(["All members"]);
    await page.getByRole("switch", { name: "Industry" }).uncheck();
    expect(await meaning("Industry")).toEqual(["Only you"]);
    await page.getByRole("switch", { name: "Show my profile in the directory" }).uncheck();
    expect(await meaning("Location")).toEqual(["Only you"]);
    await page.locator(".picture noscript p").waitFor();
    expect(await page.getByRole("button", { name: "Upload Image" }).isVisible()).toBe(false);
  });

  it("moves the focus to the errors, with and without script", async () => {
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

  it("has no axe violations", async () => {
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
    await expectFine(page, "the question before leaving", { within: "[role=alertdialog]" });
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/profile");
    await ready(page);
    await page.getByRole("switch", { name: "Profile Visible" }).uncheck();
    await page.getByText("Saved", { exact: true }).waitFor();
    await open(page, "/profile");
    await expectFine(page, "a hidden profile");
    await page.goto("/profile/preview");
    await expectFine(page, "a hidden profile, as others see it");
  });
});

const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});

describeInBrowser("one's picture", () => {
  it("is chosen, cropped and uploaded, and then shown in the header and on the card", async () => {
    const page = await editor({ lastName: "Okafor" });
    const complaints = complaintsOf(page);
    const initials = page.locator(".picture .avatar-initials");
    expect(await initials.textContent()).toBe("DO");

    await page.getByRole("button", { name: "Upload Image" }).click();
    await page.getByLabel(/Choose a file/)
      .setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    const frame = page.getByRole("application");
    const { x, y, width } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.getByLabel("Zoom").fill("2");
    await page.mouse.move(x + width / 2, y + width / 2);
    await page.mouse.down();
    // Move the picture's left part, which is red, into the square.
    await page.mouse.move(x + 3 * width, y + width / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("Your profile picture has been saved").first().waitFor();

    const large = page.locator(".picture .avatar-image");
    await expect.poll(() => large.getAttribute("src")).toMatch(/^\/objects\/pictures\/.*\.webp$/);
    const middle = await large.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = image.naturalWidth;
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const at = image.naturalWidth / 2;
      return [image.naturalWidth, ...context?.getImageData(at, at, 1, 1).data ?? []];
    });
    expect(middle[0]).toBe(512);
    expect(middle[1]).toBeGreaterThan(200);
    expect(middle[3]).toBeLessThan(60);

    const widthOf = (selector: string) =>
      page.locator(selector).evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(() => widthOf(".user-menu-button img")).toBe(96);
    await page.goto("/alumni");
    await expect.poll(() => widthOf(".profile-card .avatar-image")).toBe(96);
    expect(complaints).toEqual([]);

    await open(page, "/profile/edit");
    await page.getByRole("button", { name: "Remove picture" }).click();
    await page.getByText("Profile picture removed").first().waitFor();
    await expect.poll(() => page.locator(".user-menu-button img").count()).toBe(0);
  });

  it("can be moved by presses, without dragging", async () => {
    const page = await editor();
    await page.getByRole("button", { name: "Upload Image" }).click();
    await page.getByLabel(/Choose a file/)
      .setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    const frame = page.getByRole("application");
    await page.getByLabel("Zoom").fill("2");
    const { x, y, width } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    for (let press = 0; press < 4; press++) await page.mouse.click(x + 4, y + width / 2);
    // The picture's left part, which is red, is in the square now.
    const middle = () =>
      frame.evaluate((canvas: HTMLCanvasElement) => {
        const at = canvas.width / 2;
        return [...canvas.getContext("2d")?.getImageData(at, at, 1, 1).data ?? []];
      });
    await expect.poll(async () => (await middle())[0]).toBeGreaterThan(200);
    expect((await middle())[2]).toBeLessThan(60);
  });

  it("has no accessibility faults in any step", async () => {
    const page = await editor(examined);
    await page.getByRole("button", { name: "Upload Image" }).click();
    const input = page.getByLabel(/Choose a file/);
    await input.setInputFiles(fileOf("x.svg", "image/svg+xml", new Uint8Array(5)));
    await page.getByRole("alert").first().waitFor();
    await expectFine(page, "refused", { within: "[role=dialog]" });
    await input.setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    await page.getByRole("application").waitFor();
    await expectFine(page, "cropped", { within: "[role=dialog]" });
  });
});
