import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe objects to in this state of a page, in either theme, and whether it is too wide. */
export async function faults(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const isDark of [false, true]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), isDark);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    found.push(...violations.map(({ id }) => id));
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  return scrollWidth > clientWidth ? [...found, "too wide"] : found;
}
