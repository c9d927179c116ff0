import sharp from "sharp";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, expectFineAtBothSizes } from "./faults.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
const linkIn = (written: string) => /http:\S+\/first-staff\?token=\S+/.exec(written)?.[0] ?? "";

describeInBrowser("the first hour", () => {
  const visitor = () => stage.page(examined);

  it("leads from the printed link to a program with its own name", async () => {
    const page = await visitor();
    await page.goto("/");
    expect(await page.getByText("This directory has no staff yet").isVisible()).toBe(true);
    await expectFineAtBothSizes(page, "no-staff");

    await page.goto(linkIn(stage.logged()));
    await expectFineAtBothSizes(page, "first-staff");
    await page.getByLabel("First Name").fill("Rosa");
    await page.getByLabel("Last Name").fill("Rivera");
    await page.getByLabel("Email").fill("rivera@example.com");
    await page.getByLabel("Username").fill("rivera");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create Staff Account" }).click();
    await page.waitForURL(`${stage.origin}/`);
    await expect.poll(() => page.getByText("Account created!").count()).toBeGreaterThan(0);

    await page.goto("/program/settings");
    await page.getByRole("link", { name: "Change name, color and logo" }).click();
    await page.getByLabel("Program name").fill("UNT");
    await page.getByLabel("University name").fill("University of North Texas");
    await page.getByLabel("Color", { exact: true }).fill("#00853e");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
    await expectFineAtBothSizes(page, "preview");
    await page.getByRole("button", { name: "Save name and color" }).click();
    await page.getByRole("heading", { name: "What the landing page looks like" }).waitFor();
    const picture = await sharp({
      create: { width: 200, height: 200, channels: 4, background: "#00853e" },
    }).png().toBuffer();
    await page.getByLabel("Picture").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await page.getByRole("button", { name: "Upload logo" }).click();
    await page.getByText("Your logo is in use.").waitFor();
    await expectFineAtBothSizes(page, "brand");
    for (const name of ["settings", "mail", "import"]) {
      await page.goto(`/program/${name}`);
      await expectFine(page, name);
    }
  });

  it("leads to a landing page with the settings, also after a restart", async () => {
    const used = linkIn(stage.logged());
    await stage.restart();
    expect(linkIn(stage.logged())).toBe("");
    const page = await visitor();
    await page.goto("/");
    await page.getByRole("heading", { name: "Connect with UNT Army ROTC Alumni" }).waitFor();
    expect(await page.title()).toBe("UNT Army ROTC Alumni Connect");
    expect(await page.getByText("has no staff").count()).toBe(0);
    const isDrawn = await page.locator("img.brand-mark").first()
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    expect(isDrawn).toBe(true);
    await expectFineAtBothSizes(page, "landing");
    await page.goto(used.replace(/^http:\/\/[^/]+/, stage.origin));
    await page.getByRole("heading", { name: "This directory has staff already" }).waitFor();
    await expectFineAtBothSizes(page, "used");
  });
});
