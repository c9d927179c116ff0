import { describe, expect, it } from "vitest";
import { relaxedText } from "./relaxed-text.ts";

describe("the line above a list that was relaxed", () => {
  it("says how many match how many of the words", () => {
    expect(relaxedText("aviation texas resume", { matched: 2, words: 3, leftOut: [] }, 29))
      .toBe("Nobody matches all of aviation, texas, resume: 29 match two of them");
    expect(relaxedText("dana zzz", { matched: 1, words: 2, leftOut: ["zzz"] }, 1))
      .toBe("Nobody matches all of dana, zzz: one matches one of them; none of them has zzz");
  });

  it("counts only the words that count", () => {
    expect(relaxedText("a mentor for texas law", { matched: 1, words: 2, leftOut: [] }, 12))
      .toBe("Nobody matches all of “a mentor for texas law”: 12 match one of its two words");
  });
});
