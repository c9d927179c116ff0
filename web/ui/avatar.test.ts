import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { Avatar, avatarTints } from "./avatar.tsx";

const css = readFileSync(new URL("./avatar.css", import.meta.url), "utf8");
const hues = [...css.matchAll(/\.avatar-tint-\d+ \{\s+--hue: (\d+);/g)].map(([, hue]) =>
  Number(hue)
);
/** Saturation and lightness, in percent, of each theme's background and letters. */
const themes = [...css.matchAll(
  /--tint: hsl\(var\(--hue\) (\d+)% (\d+)%\);\s+--tint-text: hsl\(var\(--hue\) (\d+)% (\d+)%\);/g,
)].map(([, ...percents]) => percents.map(Number));

/** @see {@link https://www.w3.org/TR/WCAG22/#dfn-relative-luminance} */
function luminance(hue: number, saturation = 0, lightness = 0): number {
  const reach = saturation / 100 * Math.min(lightness, 100 - lightness) / 100;
  const [red = 0, green = 0, blue = 0] = [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    const share = lightness / 100 - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  const [light = 0, dark = 0] = [one, other].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("a face without a picture", () => {
  const tintOf = (id: string) =>
    /avatar-tint-(\d+)/.exec(renderToString(createElement(Avatar, { initials: "DW", id })))?.[1];

  it("has the colour of its id, and not all of them the same", () => {
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    expect(ids.map(tintOf)).toEqual(ids.map(tintOf));
    expect(new Set(ids.map(tintOf)).size).toBe(avatarTints);
  });

  it("has as many colours in each theme, with letters that can be read", () => {
    expect([themes.length, new Set(hues).size]).toEqual([2, avatarTints]);
    for (const [back, backLight, text, textLight] of themes) {
      for (const hue of hues) {
        const [one, other] = [luminance(hue, back, backLight), luminance(hue, text, textLight)];
        expect([hue, backLight, contrast(one, other) >= 4.5]).toEqual([hue, backLight, true]);
      }
    }
  });
});
