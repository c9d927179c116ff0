import { describe, expect, it } from "vitest";
import { relaxedText } from "./relaxed-text.ts";

describe("the line above a list that was relaxed", () => {
  it.each([
    [29, 2, ["aviation", "texas", "resume"], [], "29 people who match two of these words."],
    [1, 1, ["dana", "zzz"], ["zzz"], "one person who matches one of these words. Not found: zzz."],
  ])("says that %i match %i of the words", (total, matched, words, leftOut, said) => {
    expect(relaxedText({ matched, words, leftOut }, total))
      .toBe(`No one matches all of ${words.join(", ")}. Showing ${said}`);
  });
});
