import { describe, expect, it } from "vitest";
import { aPdf, aPhoto } from "../../api/testing/pictures.ts";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { objections } from "./objections.ts";
import { openStageFirst, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;

async function open(username: string, { isScripted = true, theme = "light" } = {}) {
  // What moves or fades has no place and no contrast to measure until it is there.
  const visitor = await stage.visitor({ javaScriptEnabled: isScripted, reducedMotion: "reduce" });
  await visitor.addCookies([{ name: "theme", value: theme, url: stage.origin }]);
  const person = { username, firstName: "Sam", lastName: "Okafor", role: "alumni" } as const;
  await signUp(visitor, stage.origin, person);
  await publish(visitor, stage.origin);
  const page = await visitor.newPage();
  await page.goto("/profile/edit");
  if (isScripted) await ready(page);
  return page;
}

const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});

// As long as other tests in a browser may take.
const slowly = { timeout: 90_000 };

describe.skipIf(chromiumPath === undefined)(`one's picture ${browserTests}`, slowly, () => {
  openStageFirst({}, (opened) => stage = opened);

  it("is chosen, cut, uploaded, and then in the header and on the card", async () => {
    const page = await open("sam1");
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

    await page.goto("/profile/edit");
    await ready(page);
    await page.getByRole("button", { name: "Remove picture" }).click();
    await page.getByText("Profile picture removed").first().waitFor();
    await expect.poll(() => page.locator(".user-menu-button img").count()).toBe(0);
  });

  it("can be the first page of a PDF", async () => {
    const page = await open("sam2");
    await page.getByRole("button", { name: "Upload Image" }).click();
    await page.getByLabel(/Choose a file/)
      .setInputFiles(fileOf("resume.pdf", "application/pdf", aPdf()));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("Your profile picture has been saved").first().waitFor();
    await page.locator(".user-menu-button img").waitFor();
  });

  it.each(["light", "dark"])("has no accessibility faults in any step, %s", async (theme) => {
    const page = await open(`axe${theme}`, { theme });
    const faults = () => objections(page);
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Upload Image" }).click();
    const input = page.getByLabel(/Choose a file/);
    await input.setInputFiles(fileOf("x.svg", "image/svg+xml", new Uint8Array(5)));
    await page.getByRole("alert").first().waitFor();
    expect(await faults()).toEqual([]);
    await input.setInputFiles(fileOf("me.jpg", "image/jpeg", await aPhoto()));
    await page.getByRole("application").waitFor();
    expect(await faults()).toEqual([]);
  });

  it("says that uploading needs JavaScript, where there is none", async () => {
    const page = await open("sam3", { isScripted: false });
    await page.locator(".picture noscript p").waitFor();
    expect(await page.getByRole("button", { name: "Upload Image" }).isVisible()).toBe(false);
  });
});
