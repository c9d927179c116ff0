import { describe, expect, it } from "vitest";
import { armyBranches, dutyStatuses, helpTopics, ranks } from "../events/vocabulary.ts";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { noFilters } from "./profile-search.ts";
import { readSynonyms } from "./synonym-lines.ts";
import { createSynonyms } from "./synonyms.ts";
import { profile } from "./testing/member-profiles.ts";

describe("the vocabulary's synonyms", () => {
  it("know every branch, duty status, rank and topic", () => {
    const all = [...armyBranches, ...dutyStatuses, ...ranks, ...helpTopics];
    expect(all.filter((value) => createSynonyms().phrasesOf(value).length === 0)).toEqual([]);
  });
});

describe("an operator's synonyms", () => {
  it("are added to those of the vocabulary, whatever their case", async () => {
    const problems: string[] = [];
    const text =
      "# Ours\n\njudge advocate general: Frog Law\r\nFort Worth, TX: Cowtown, Panther City\n";
    const search = createEmbeddedSearch(createSynonyms(readSynonyms(text, problems)));
    expect(problems).toEqual([]);
    await search.put([
      profile("a", { armyBranch: "Judge Advocate General" }),
      profile("b", { location: "Fort Worth, TX" }),
    ]);
    const find = async (asked: string) =>
      (await search.find({ text: asked, filters: noFilters, sort: "name", offset: 0, limit: 9 }))
        .memberIds;
    expect(await find("frog law")).toEqual(["a"]);
    expect(await find("lawyer")).toEqual(["a"]);
    expect(await find("panther city")).toEqual(["b"]);
    expect(await find("texas")).toEqual(["b"]);
  });

  it("make another digest, so that no index of before is used", () => {
    expect(createSynonyms({ Armor: ["tread"] }).digest).not.toBe(createSynonyms().digest);
  });

  it.each(["Armor", "Armor:", ": tank", "Armor: tank,, cav", "Armor: –"])(
    "are refused by line: %s",
    (line) => {
      const problems: string[] = [];
      readSynonyms(`Armor: tank\n${line}`, problems);
      expect(problems).toEqual(['line 2 must be like "Judge Advocate General: JAG, lawyer"']);
    },
  );
});
