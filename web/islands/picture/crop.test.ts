import { describe, expect, it } from "vitest";
import { edgeOf, maxZoom, moved, wholeOf, zoomed } from "./crop.ts";

const wide = { width: 800, height: 400 };

describe("the cropped square", () => {
  it("starts as the largest in the middle of a wide picture", () => {
    const crop = wholeOf(wide);
    expect(crop).toEqual({ x: 400, y: 200, zoom: 1 });
    expect(edgeOf(wide, crop)).toBe(400);
  });

  it("starts at the top of a tall picture", () => {
    expect(wholeOf({ width: 400, height: 900 })).toEqual({ x: 200, y: 200, zoom: 1 });
  });

  it("follows when the picture is moved under it", () => {
    expect(moved(wide, wholeOf(wide), 0.25, 0)).toEqual({ x: 300, y: 200, zoom: 1 });
  });

  it("never leaves the picture", () => {
    expect(moved(wide, wholeOf(wide), 5, 5)).toEqual({ x: 200, y: 200, zoom: 1 });
    expect(moved(wide, wholeOf(wide), -5, -5)).toEqual({ x: 600, y: 200, zoom: 1 });
    const corner = moved(wide, zoomed(wide, wholeOf(wide), 2), 5, 5);
    expect(corner).toEqual({ x: 100, y: 100, zoom: 2 });
    expect(zoomed(wide, corner, 1)).toEqual({ x: 200, y: 200, zoom: 1 });
  });

  it("is zoomed within bounds", () => {
    expect(zoomed(wide, wholeOf(wide), 99).zoom).toBe(maxZoom);
    expect(zoomed(wide, wholeOf(wide), 0).zoom).toBe(1);
  });
});
