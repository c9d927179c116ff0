/**
 * Palette of a brand color: twelve steps in both themes, as @radix-ui/themes uses them (3
 * background, 9 pressed, 11 text). Lightness follows from contrast; hue and chroma are the brand's.
 */

export interface Palette {
  readonly light: Theme;
  readonly dark: Theme;
  /** Three dark colors of a diagonal gradient behind white text. */
  readonly hero: readonly [string, string, string];
}

export interface Theme {
  /** From 1 to 12. */
  readonly steps: readonly string[];
  /** Color of text on step 9. */
  readonly contrast: string;
}

/** OKLCH lightness of all steps except 9 to 11; below, each step's share of the brand's chroma. */
const lightSteps = [0.994, 0.982, 0.96, 0.935, 0.905, 0.865, 0.81, 0.735, 0, 0, 0, 0.3];
const darkSteps = [0.18, 0.21, 0.26, 0.3, 0.345, 0.395, 0.46, 0.55, 0, 0, 0, 0.92];
const chromaParts = [0.02, 0.05, 0.12, 0.2, 0.28, 0.38, 0.5, 0.68, 1, 1, 0.9, 0.5];
const mostChroma = 0.19;

const white = "#ffffff";
const black = "#000000";
const darkPage = "#18141c";
/** Least contrast of text, and of parts of a page, with their background (WCAG 2.2, 1.4.3 and 1.4.11). */
const textContrast = 4.5;
const partContrast = 3;

export function paletteOf(brand: string): Palette {
  const { chroma, hue, lightness } = oklchOf(brand);
  const most = Math.min(chroma, mostChroma);
  const step = (level: number, at: number) => hexOf(level, most * (chromaParts[at] ?? 1), hue);

  function theme(levels: readonly number[], pressed: string, towards: 1 | -1): Theme {
    const behind = step(levels[2] ?? 0, 2);
    // The first lightness from the middle toward black or white that is readable on its background.
    const read = untilReadable((level) => step(level, 10), behind, 0.6, -towards);
    const level = oklchOf(pressed).lightness;
    const steps = levels.map((level, at) => step(level, at));
    steps[8] = pressed;
    steps[9] = step(level + (level > 0.5 ? -0.05 : 0.05), 9);
    steps[10] = read;
    return { steps, contrast: needsWhiteText(pressed) ? white : black };
  }

  const onDark = untilSeen((level) => hexOf(level, most, hue), darkPage, Math.max(lightness, 0.45));
  return {
    light: theme(lightSteps, brand.toLowerCase(), 1),
    dark: theme(darkSteps, onDark, -1),
    hero: [
      hexOf(0.22, most * 0.8, hue),
      hexOf(0.31, most * 0.85, hue),
      hexOf(0.37, most * 0.85, hue),
    ],
  };
}

export function needsWhiteText(color: string): boolean {
  return contrastOf(color, white) >= textContrast;
}

/** Contrast of a color on white, at least 1. A button needs 3. */
export function contrastOnWhite(brand: string): number {
  return contrastOf(brand, white);
}

export function isTooLight(brand: string): boolean {
  return contrastOnWhite(brand) < partContrast;
}

export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function untilReadable(
  at: (level: number) => string,
  behind: string,
  from: number,
  towards: number,
): string {
  for (let level = from; level > 0 && level < 1; level += towards * 0.01) {
    if (contrastOf(at(level), behind) >= textContrast + 0.3) return at(level);
  }
  return towards > 0 ? white : black;
}

function untilSeen(at: (level: number) => string, behind: string, from: number): string {
  for (let level = from; level < 1; level += 0.01) {
    if (contrastOf(at(level), behind) >= partContrast) return at(level);
  }
  return white;
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Triple = readonly [number, number, number];

function linearOf(hex: string): Triple {
  const part = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** @see {@link https://bottosson.github.io/posts/oklab/} for the numbers. */
function oklchOf(hex: string) {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Reduces chroma that screens can't show. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const level = Math.max(0, Math.min(1, lightness));
  const parts = rgbOf(level, chroma, hue);
  if (chroma > 0.001 && parts.some((part) => part < -0.0005 || part > 1.0005)) {
    return hexOf(level, chroma * 0.95, hue);
  }
  return `#${parts.map(encoded).join("")}`;
}

function rgbOf(lightness: number, chroma: number, hue: number): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encoded(part: number): string {
  const clipped = Math.max(0, Math.min(1, part));
  const value = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(value * 255).toString(16).padStart(2, "0");
}
