import type { BrowserContextOptions } from "playwright-core";
import { expect, it } from "vitest";
import { aPhoto } from "../../api/testing/pictures.ts";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine } from "./faults.ts";
import { open } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();

/** A member at the form of their profile. */
async function editor(options: BrowserContextOptions = {}) {
  const sam = { firstName: "Sam", lastName: "Okafor", profile: {} };
  // What moves or fades has no place and no contrast to measure until it is there.
  const { page } = await stage.member({ ...sam, reducedMotion: "reduce", ...options });
  return await open(page, "/profile/edit");
}

const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});

describeInBrowser("one's picture", () => {
  it("is chosen, cut, uploaded, and then in the header and on the card", async () => {
    const page = await editor();
    const complaints = complaintsOf(page);
    const initials = page.locator(".picture .avatar-initials");
    expect(await initials.textContent()).toBe("SO");

    await page.getByRole("button", { name: "Upload Image" }).click();
    await page.getByLabel(/Choose a file/)
      .setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    const frame = page.getByRole("application");
    const { x, y, width } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.getByLabel("Zoom").fill("2");
    await page.mouse.move(x + width / 2, y + width / 2);
    await page.mouse.down();
    // The left of the picture, which is red, comes into the square.
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

  it("has no accessibility faults in any step", async () => {
    const page = await editor(examined);
    await expectFine(page, "form");
    await page.getByRole("button", { name: "Upload Image" }).click();
    const input = page.getByLabel(/Choose a file/);
    await input.setInputFiles(fileOf("x.svg", "image/svg+xml", new Uint8Array(5)));
    await page.getByRole("alert").first().waitFor();
    await expectFine(page, "refused");
    await input.setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    await page.getByRole("application").waitFor();
    await expectFine(page, "cropped");
  });
});
