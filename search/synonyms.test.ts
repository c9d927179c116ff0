import { describe, expect, it } from "vitest";
import { armyBranches, dutyStatuses, helpTopics, ranks } from "../events/vocabulary.ts";
import { createSynonyms } from "./synonyms.ts";

describe("the vocabulary's synonyms", () => {
  it("include every branch, duty status, rank and topic", () => {
    const all = [...armyBranches, ...dutyStatuses, ...ranks, ...helpTopics];
    expect(
      all.filter((value) => createSynonyms().phrasesOf(value).length === 0),
      "without a line in events/army-words/fields.ts",
    ).toEqual([]);
  });
});
