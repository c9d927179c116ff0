import type { ThemeProps } from "@radix-ui/themes";

/**
 * The program's theme, for the document and for the root of each island. Light and dark are a class
 * of the document. `styles/tokens.css` and a program's own color (`brand-style.ts`) override
 * Radix's scales.
 */
export const programTheme = {
  appearance: "inherit",
  accentColor: "purple",
  grayColor: "mauve",
  panelBackground: "solid",
  radius: "large",
} as const satisfies ThemeProps;
