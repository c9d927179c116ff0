import { describe, expect, it } from "vitest";
import { relaxedText } from "./relaxed-text.ts";

describe("the line above a list that was relaxed", () => {
  it.each([
    [29, 2, ["aviation", "texas", "resume"], [], "29 match two of them"],
    [1, 1, ["dana", "zzz"], ["zzz"], "one matches one of them; none of them has zzz"],
  ])("says that %i match %i of the words", (total, matched, words, leftOut, said) => {
    expect(relaxedText({ matched, words, leftOut }, total))
      .toBe(`Nobody matches all of ${words.join(", ")}: ${said}`);
  });
});
