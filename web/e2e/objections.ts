import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

export type Theme = "light" | "dark";

/**
 * What axe objects to in this state of a page: all of its rules in the theme that the page has, those
 * about colour in the others, too. The page's policy has to let it in (`bypassCSP`); from then on the
 * page moves little, as for those who wish so.
 */
export async function objections(
  page: Page,
  { also = [], within }: { readonly also?: readonly Theme[]; readonly within?: string } = {},
): Promise<readonly unknown[]> {
  // What fades in while axe reads has a contrast of the moment.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const found = await analyze(page, within, (axe) => axe);
  for (const theme of also) {
    await setTheme(page, theme);
    const ofColours = await analyze(page, within, (axe) => axe.withRules(["color-contrast"]));
    found.push(...ofColours.map((objection) => ({ ...objection, theme })));
    await setTheme(page, theme === "dark" ? "light" : "dark");
  }
  return found;
}

async function analyze(
  page: Page,
  within: string | undefined,
  choose: (axe: AxeBuilder) => AxeBuilder,
) {
  // What fades in has no contrast to measure until it is there.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running")
  );
  // Without frames to visit there is no need of a second page for the result, and no one reads what was found
  // to be well: on a directory, saying where each of it is takes longer than all rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await choose(within === undefined ? axe : axe.include(within)).analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    (isDark) => document.documentElement.classList.toggle("dark", isDark),
    theme === "dark",
  );
}
