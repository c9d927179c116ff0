import { describe, expect, it } from "vitest";
import { parseCount, parseSeed } from "./options.ts";

describe("numbers on a command line", () => {
  it("are written with k and m", () => {
    expect(["250", "10k", "1M"].map((text) => parseCount(text))).toEqual([250, 10_000, 1_000_000]);
    expect(parseSeed("0")).toBe(0);
  });

  it.each(["", "0", "-1", "1.5", "many", "10 k", "1e6"])("are not %j", (text) => {
    expect(() => parseCount(text)).toThrow("such as 250, 10k or 1m");
  });
});
