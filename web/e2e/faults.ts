import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { objections, setTheme } from "./objections.ts";
import { smallTargets } from "./small-targets.ts";

/** Folder for screenshots; without it, none are taken. */
const picturesIn = Deno.env.get("SCREENSHOTS_IN");

const sizes = [{ width: 1280, height: 900 }, { width: 390, height: 844 }] as const;

/** Faults of a page: axe's objections in both themes, targets that are too small, and overflow. */
export async function faults(page: Page): Promise<readonly unknown[]> {
  const found = [...await objections(page, { also: ["dark"] }), ...await smallTargets(page)];
  return await isTooWide(page) ? [...found, "too wide"] : found;
}

/** All that can be looked for where no script runs: axe is one. */
export async function expectFits(page: Page, name: string): Promise<void> {
  expect([name, await isTooWide(page)]).toEqual([name, false]);
}

/** Looks for faults on a desktop and on a phone; the page has its own size again afterwards. */
export async function expectFine(page: Page, name: string): Promise<void> {
  const own = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect([name, size.width, await faults(page)]).toEqual([name, size.width, []]);
    if (picturesIn !== undefined) {
      await takePictures(page, join(picturesIn, `${name.replaceAll(" ", "-")}-${size.width}`));
    }
  }
  if (own !== null) await page.setViewportSize(own);
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await setTheme(page, theme);
    await page.screenshot({ path: `${path}-${theme}.png`, fullPage: true });
  }
}

async function isTooWide(page: Page): Promise<boolean> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  return scrollWidth > clientWidth;
}
