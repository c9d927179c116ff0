import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { contrastOf, isTooLight, paletteOf } from "./brand-color.ts";

const hex = fc.integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`)
  .filter((color) => !isTooLight(color));

describe("the palette of a brand color", () => {
  it("has enough contrast in both themes, for every color", () => {
    fc.assert(
      fc.property(hex, (brand) => {
        const { light, dark, hero } = paletteOf(brand);
        for (const [theme, page] of [[light, "#ffffff"], [dark, "#18141c"]] as const) {
          const [, , behind = "", , , , , , pressed = "", , read = "", text = ""] = theme.steps;
          expect(contrastOf(read, behind)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(read, page)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(text, behind)).toBeGreaterThanOrEqual(7);
          expect(contrastOf(pressed, theme.contrast)).toBeGreaterThanOrEqual(4.45);
          expect(contrastOf(pressed, page)).toBeGreaterThanOrEqual(3);
        }
        for (const color of hero) expect(contrastOf(color, "#ffffff")).toBeGreaterThanOrEqual(7);
      }),
      { numRuns: 300 },
    );
  });

  it("uses the color itself for pressed buttons", () => {
    expect(paletteOf("#BA0C2F").light.steps[8]).toBe("#ba0c2f");
  });

  it.each([["#ffee00", true], ["#ffffff", true], ["#4d1979", false], ["#000000", false]])(
    "is refused if it is too light on white: %s, %s",
    (color, tooLight) => expect(isTooLight(color)).toBe(tooLight),
  );
});
