import type { Page } from "playwright-core";
import { objections } from "./objections.ts";

/** What axe objects to in this state of a page, in either theme, and whether it is too wide. */
export async function faults(page: Page): Promise<readonly unknown[]> {
  const found = await objections(page, { also: ["dark"] });
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  return scrollWidth > clientWidth ? [...found, "too wide"] : found;
}
