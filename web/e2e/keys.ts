/**
 * Helpers to use a page with only a keyboard.
 * @module
 */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Resolves once an element of this name has the focus: it may move after an answer or a new
 * rendering.
 */
export async function focusComesTo(page: Page, name: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(name);
}

/** The focused element, as a screen reader would name it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
      ? [...element.labels ?? []].map((label) => label.textContent)
      : [];
    const name = element?.getAttribute("aria-label") ?? (labels.join(" ") || element?.textContent);
    return (name ?? "").replace(/\s+/g, " ").trim().slice(0, 80);
  });
}

/** Presses Tab until an element of this name has the focus, which must be clearly visible. */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    seen.push(now);
    if (typeof name === "string" ? now === name : name.test(now)) {
      // Wait until styles have changed and the page has scrolled to it.
      await expect.poll(async () => [await focused(page), await isPlain(page)]).toEqual([
        now,
        true,
      ]);
      return;
    }
  }
  throw new Error(`${name} is not among what the Tab key reaches: ${seen.join(", ")}`);
}

function isPlain(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    const isInView = bottom > 0 && top < innerHeight;
    return isInView && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
}
