import { paletteOf, type Theme } from "../api/config/brand-color.ts";

/** Style of a brand colour: the accent's steps in both themes, over those of `styles/tokens.css`. */
export function brandStyle(brand: string): string {
  const { light, dark, hero } = paletteOf(brand);
  const heroes = hero.map((color, at) => `--hero-${at + 1}:${color};`).join("");
  // Named twice, so that it comes before whatever the stylesheet says of the accent.
  return `.radix-themes.radix-themes{${declared(light)}--brand:${light.steps[8]};${heroes}}` +
    `.radix-themes.radix-themes.dark{${declared(dark)}--brand:${dark.steps[10]}}`;
}

function declared({ steps, contrast }: Theme): string {
  const accents = steps.map((color, at) =>
    `--accent-${at + 1}:${color};--accent-a${at + 1}:${color};`
  );
  return `${accents.join("")}--accent-contrast:${contrast};`;
}
