import { describe, expect, it } from "vitest";
import { createExplainer } from "./explain.ts";
import { createSynonyms } from "./synonyms.ts";
import { profile } from "./testing/member-profiles.ts";

const lead = "Commissioned in 2009, two tours, then a decade of software in three cities and ";
const dana = profile("dana", {
  firstName: "Dana",
  lastName: "Whitfield",
  jobTitle: "Analyst",
  rank: "CPT",
  armyBranch: "Judge Advocate General",
  classYear: "2014",
  location: "Fort Worth, TX",
  helpTopics: ["Networking", "PCS Tips", "OML Strategy", "Resume Review", "Interview Prep"],
  previousPositions: ["Executive Officer, B Company"],
  expertise: ["Contract negotiation"],
  bio:
    `${lead}now résumé coaching for veterans who look for work in Texas or elsewhere in the South.`,
});
const explain = (text: string) => createExplainer(text, createSynonyms())?.(dana);
const reasons = (text: string) => explain(text)?.reasons;
const marked = (text: string) => explain(text)?.words;

describe("why a profile was found", () => {
  it.each<[string, string[]]>([
    ["analyst", ["analyst"]],
    ["whitf", ["whitfield"]],
    ["analist dana", ["analyst", "dana"]],
    ["captain", ["cpt"]],
    ["2014", ["2014"]],
    ["lawyer", ["judge", "advocate", "general"]],
    ["texas", ["tx", "texas"]],
    ["moving", ["pcs", "tips"]],
    ["XO", ["executive", "officer"]],
    ["zebra", []],
  ])("marks for %s its own words", (text, expected) => {
    expect(marked(text)).toEqual(expected);
  });

  it("names the part of the profile that matches each word", () => {
    expect(reasons("texas resume captain")).toEqual([
      { field: null, text: "Fort Worth, TX" },
      { field: "Help topics", text: "Resume Review" },
      { field: null, text: "CPT" },
    ]);
    expect(reasons("XO")).toEqual([
      { field: "Previous positions", text: "Executive Officer, B Company" },
    ]);
  });

  it("uses only the matches with the fewest typos", () => {
    // "veterans" is one letter away.
    expect(marked("veteran who")).toEqual(["veterans"]);
    expect(marked("network networking")).toEqual(["networking"]);
  });

  it("shows a piece of a long text", () => {
    expect(reasons("coaching dana")).toEqual([{
      field: "Bio",
      text:
        "… and now résumé coaching for veterans who look for work in Texas or elsewhere in the " +
        "South.",
    }]);
    expect(reasons("negotiation")).toEqual([
      { field: "Areas of expertise", text: "Contract negotiation" },
    ]);
  });

  it("gives no reason for a name, which is marked in place", () => {
    expect(reasons("Dana")).toEqual([]);
    expect(reasons("whitfeld")).toEqual([]);
    expect(marked("whitfeld")).toEqual(["whitfield"]);
  });

  it("shows the same piece once", () => {
    expect(reasons("coaching veterans")).toHaveLength(1);
  });

  it("is undefined without words", () => {
    expect(explain(" – ")).toBeUndefined();
  });
});
