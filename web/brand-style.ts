import { paletteOf, type Theme } from "../api/contract/brand-color.ts";

/** Style of a brand color in both themes, over `styles/tokens.css`. `part` selects a part of the page. */
export function brandStyle(brand: string, part = ""): string {
  const { light, dark, hero } = paletteOf(brand);
  const heroes = hero.map((color, at) => `--hero-${at + 1}:${color};`).join("");
  // The class is named twice, so that it overrides the accent of the stylesheet.
  const theme = ".radix-themes.radix-themes";
  return `${theme} ${part}`.trim() +
    `{${declared(light)}--brand:${light.steps[8]};${heroes}}` +
    `${theme}.dark ${part},.dark ${theme} ${part}`.replaceAll(/ +(,|$)/g, "$1") +
    `{${declared(dark)}--brand:${dark.steps[10]}}`;
}

function declared({ steps, contrast }: Theme): string {
  const accents = steps.map((color, at) =>
    `--accent-${at + 1}:${color};--accent-a${at + 1}:${color};`
  );
  return `${accents.join("")}--accent-contrast:${contrast};`;
}
