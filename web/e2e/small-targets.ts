import type { Page } from "playwright-core";

/**
 * What is too small for a finger: less than 24 pixels wide or high. A link within a sentence is as high as its line;
 * some are as large as what they lie over.
 *
 * @see {@link https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html}
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const targets = document.body.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [role=button]",
    );
    return [...targets].flatMap((target) => {
      const labels = target instanceof HTMLInputElement ? [...target.labels ?? []] : [];
      const boxes = [target, ...labels].map((part) => part.getBoundingClientRect());
      const isCover = getComputedStyle(target, "::after").position === "absolute";
      const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isInText = getComputedStyle(target).display === "inline" &&
        target.parentElement?.textContent?.trim() !== target.textContent?.trim();
      // Half a pixel is a matter of rounding.
      const isLarge = boxes.some(({ width, height }) => width >= 23.5 && height >= 23.5);
      const isHidden = !isShown || boxes[0]?.width === 1 ||
        target.closest(".visually-hidden, [inert]");
      if (isHidden || isInText || isCover || isLarge) return [];
      const sizes = boxes.map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`);
      return [`${target.outerHTML.slice(0, 120)}: ${sizes.join(", ")}`];
    });
  });
}
