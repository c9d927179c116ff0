/**
 * Checks pages for faults that people would see or feel.
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { default as Axe } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { classesOfStyle, radixStyles } from "../styles/purge.ts";
import { scriptless } from "./page.ts";

export const phone = { viewport: { width: 360, height: 740 } };
/** For pages that axe examines. It runs as its own script, which the pages' policy refuses. */
export const examined = { bypassCSP: true, reducedMotion: "reduce" } as const;

const sizes = [{ width: 1280, height: 900 }, phone.viewport] as const;

interface Examination {
  /** A selector of the part that axe examines instead of the page. */
  readonly within?: string;
  /** Whether colors are also examined in the dark theme. */
  readonly isDarkToo?: boolean;
}

/**
 * Expects no axe violations, small targets, overflow, or styles missing from the build. Axe is a
 * script, so it is left out without script.
 */
export async function expectFine(page: Page, name = "", examination: Examination = {}) {
  // A form's answer may be there before its styles.
  await page.waitForLoadState();
  const found: unknown[] = [
    ...await isTooWide(page) ? ["too wide"] : [],
    ...(await lostStyles(page)).map((name) => `no style for .${name}`),
  ];
  if (!scriptless.has(page.context())) {
    found.push(...await smallTargets(page), ...await objections(page, examination));
  }
  expect(found, `${name}, ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Checks a desktop and a phone. The page has its own size again afterwards. */
export async function expectFineAtBothSizes(page: Page, name: string): Promise<void> {
  const own = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // Colors depend on the theme, not on the size.
    await expectFine(page, name, { isDarkToo: size === sizes[0] });
  }
  if (own !== null) await page.setViewportSize(own);
}

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function objections(page: Page, { within, isDarkToo = true }: Examination) {
  // A page that was examined before has it already. Loading it takes as long as an examination.
  if (!await page.evaluate(() => "axe" in globalThis)) {
    await page.evaluate(await readFile(axeFile, "utf8"));
  }
  await hideRepeated(page, true);
  const found = await analyze(page, within);
  if (isDarkToo) {
    await setTheme(page, "dark");
    found.push(...await analyze(page, within, ["color-contrast"]));
    await setTheme(page, "light");
  }
  await hideRepeated(page, false);
  return found;
}

/**
 * Hides repeated elements after the third, since axe takes a minute for all rows and bars of a
 * page.
 */
async function hideRepeated(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(([isHidden, repeated]) => {
    if (!isHidden) return void document.adoptedStyleSheets.pop();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:is(${repeated}):nth-child(n + 4) { display: none !important }`);
    document.adoptedStyleSheets.push(sheet);
  }, [isHidden, repeated] as const);
}

const repeated = [
  ".directory-list > li",
  ".checkbox-group li",
  ".conversation-messages > li",
  "tbody tr",
  ".chart-group",
  "svg g",
  ".insights-tables section",
  ".report-facts > *",
].join();

async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(
    (isDark) => document.documentElement.classList.toggle("dark", isDark),
    theme === "dark",
  );
}

/** Violations that axe finds in all or a part of a page, by all or some of its rules. */
async function analyze(page: Page, within?: string, rules?: string[]) {
  // Fading elements have no measurable contrast until they are visible.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running")
  );
  return await page.evaluate(async ({ within, rules }) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(within ?? document, {
      // Listing passed elements takes longer than all rules.
      resultTypes: ["violations"],
      // Violations are named by their HTML. Media isn't preloaded, since no page plays any.
      ...{ selectors: false, preload: false },
      ...(rules && { runOnly: rules }),
    });
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
  }, { within, rules });
}

let radixClasses: ReadonlySet<string> | undefined;

/** Classes in the page that Radix styles, but the built stylesheets don't (`styles/purge.ts`). */
async function lostStyles(page: Page): Promise<readonly string[]> {
  radixClasses ??= new Set(radixStyles().flatMap(classesOfStyle));
  const [names, rules] = await page.evaluate(() => [
    [...new Set([...document.querySelectorAll("[class]")].flatMap((one) => [...one.classList]))],
    [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText)),
  ]);
  const built = new Set(rules.flatMap(classesOfStyle));
  return names.filter((name) => radixClasses?.has(name) && !built.has(name));
}

async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
}

/**
 * Targets that are too small for a finger: less than 24 pixels wide or high. A link within a
 * sentence is as high as its line; some targets are as large as the element that they cover.
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
      // Half a pixel may be lost by rounding.
      const isLarge = boxes.some(({ width, height }) => width >= 23.5 && height >= 23.5);
      const isHidden = !isShown || boxes[0]?.width === 1 ||
        target.closest(".visually-hidden, [inert]");
      if (isHidden || isInText || isCover || isLarge) return [];
      const sizes = boxes.map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`);
      return [`${target.outerHTML.slice(0, 120)}: ${sizes.join(", ")}`];
    });
  });
}
