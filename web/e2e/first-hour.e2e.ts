import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../api/testing/process.ts";
import { chromiumPath, openBrowser } from "../testing/browser.ts";
import { expectFine } from "./faults.ts";

describe.skipIf(chromiumPath === undefined)("the first hour", { timeout: 120_000 }, () => {
  let folder: string;
  let product: RunningProduct;
  let browser: Browser;

  const start = (environment: Readonly<Record<string, string>> = {}) =>
    startProduct({ DATA_DIR: folder, HOST: "127.0.0.1", ...environment });
  const linkIn = (written: string) => /http:\S+\/first-staff\?token=\S+/.exec(written)?.[0] ?? "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "alumni-first-hour-"));
    [product, browser] = await Promise.all([start(), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  // axe is no part of the page's policy.
  const visitor = async () => await (await browser.newContext({ bypassCSP: true })).newPage();

  it("begins with the printed link, and ends with a program of its own", async () => {
    const page = await visitor();
    await page.goto(product.origin);
    expect(await page.getByText("This directory has no staff yet").isVisible()).toBe(true);
    await expectFine(page, "no-staff");

    await page.goto(linkIn(product.written()));
    await expectFine(page, "first-staff");
    await page.getByLabel("First Name").fill("Rosa");
    await page.getByLabel("Last Name").fill("Rivera");
    await page.getByLabel("Email").fill("rivera@example.com");
    await page.getByLabel("Username").fill("rivera");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create Staff Account" }).click();
    await page.waitForURL(`${product.origin}/`);
    await expect.poll(() => page.getByText("Account created!").count()).toBeGreaterThan(0);

    await page.goto(`${product.origin}/program/settings`);
    await page.getByRole("link", { name: "Change name, color and logo" }).click();
    await page.getByLabel("Program name").fill("UNT");
    await page.getByLabel("University name").fill("University of North Texas");
    await page.getByLabel("Color", { exact: true }).fill("#00853e");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
    await expectFine(page, "preview");
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
    await expectFine(page, "brand");
    for (const name of ["settings", "mail", "import"]) {
      await page.goto(`${product.origin}/program/${name}`);
      await expectFine(page, name);
    }
  });

  it("ends: the landing page greets with what was set, also after a restart", async () => {
    const used = linkIn(product.written());
    await product.stop();
    product = await start();
    expect(linkIn(product.written())).toBe("");
    const page = await visitor();
    await page.goto(product.origin);
    await page.getByRole("heading", { name: "Connect with UNT Army ROTC Alumni" }).waitFor();
    expect(await page.title()).toBe("UNT Army ROTC Alumni Connect");
    expect(await page.getByText("has no staff").count()).toBe(0);
    const isDrawn = await page.locator("img.brand-mark").first()
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    expect(isDrawn).toBe(true);
    await expectFine(page, "landing");
    await page.goto(used.replace(/^http:\/\/[^/]+/, product.origin));
    await page.getByRole("heading", { name: "This directory has staff already" }).waitFor();
    await expectFine(page, "used");
  });

  it("leaves the last word to a variable", async () => {
    await product.stop();
    product = await start({ PROGRAM_NAME: "TCU" });
    const page = await visitor();
    await page.goto(product.origin);
    expect(await page.title()).toBe("TCU Army ROTC Alumni Connect");
    expect(await page.getByText("University of North Texas").count()).toBe(1);
  });
});
