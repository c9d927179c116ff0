import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { Avatar, avatarTints } from "./avatar.tsx";

const css = readFileSync(new URL("./avatar.css", import.meta.url), "utf8");
const tints = [...css.matchAll(
  /^(\.dark )?\.avatar-tint-(\d+) \{\s+--tint: (#\w{6});\s+--tint-text: (#\w{6});/gm,
)].map(([, dark, at, back = "", text = ""]) => ({
  theme: dark ? "dark" : "light",
  at,
  back,
  text,
}));

/** @see {@link https://www.w3.org/TR/WCAG22/#dfn-relative-luminance} */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
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
    expect(tints).toHaveLength(2 * avatarTints);
    for (const { theme, at, back, text } of tints) {
      expect([theme, at, contrast(back, text) >= 4.5]).toEqual([theme, at, true]);
    }
  });
});
