import { describe, expect, it } from "vitest";
import { emptyQuery, type Facets } from "../../../../api/contract/directory.ts";
import { armyBranches } from "../../../../events/vocabulary.ts";
import { byGroup } from "../../../../search/facets.ts";
import { choiceGroups, choicesFrom, filterCount, keepChosen } from "./choices.ts";

const facets: Facets = {
  ...byGroup(() => []),
  armyBranches: [{ value: "Infantry", count: 3 }],
  dutyStatuses: [{ value: "Veteran", count: 1 }],
  classYears: [{ value: "2012", count: 2 }, { value: "2018", count: 1 }],
  industries: [{ value: "Energy", count: 2 }, { value: "Law", count: 1 }],
  locations: [{ value: "Austin, TX", count: 2 }],
  helpTopics: [{ value: "BOLC Prep", count: 1 }],
};

function optionsOf(legend: string, query = emptyQuery) {
  const groups = choiceGroups(choicesFrom(facets), facets, query);
  return groups.find((group) => group.legend === legend)?.options ?? [];
}

describe("the choices of a filter panel", () => {
  it("have all branches in their own order, with zero for empty ones", () => {
    const options = armyBranches.map((value) => ({
      ...{ value, label: value, count: value === "Infantry" ? 3 : 0 },
    }));
    expect(optionsOf("Army Branch")).toEqual(options);
  });

  it("have the panel's names for topics, and the most frequent industries first", () => {
    expect(optionsOf("Help Topics")[1])
      .toEqual({ value: "BOLC Prep", label: "BOLC Preparation", count: 1 });
    expect(optionsOf("Industry").map(({ value }) => value)).toEqual(["Energy", "Law"]);
  });

  it("have the newest class year first, regardless of counts", () => {
    expect(optionsOf("Class Year").map(({ value }) => value)).toEqual(["2018", "2012"]);
  });

  it("have all duty statuses in their own order", () => {
    expect(optionsOf("Duty Status").map(({ value, count }) => [value, count])).toEqual([
      ["Active Duty", 0],
      ["Army Reserve", 0],
      ["National Guard", 0],
      ["Veteran", 1],
    ]);
  });

  it("show a chosen value without people", () => {
    const options = optionsOf("Location", { ...emptyQuery, locations: ["Atlantis"] });
    expect(options).toEqual([
      { value: "Austin, TX", label: "Austin, TX", count: 2 },
      { value: "Atlantis", label: "Atlantis", count: 0 },
    ]);
  });
});

it("counts choices, not the search text", () => {
  expect(filterCount({ ...emptyQuery, search: "armor" })).toBe(0);
  expect(filterCount({ ...emptyQuery, industries: ["Law"], helpTopics: ["Networking"] })).toBe(2);
});

it("keeps the position of values that were chosen before", () => {
  const chosen = keepChosen(emptyQuery, { ...emptyQuery, locations: ["Atlantis"] });
  const later = keepChosen(chosen, emptyQuery);
  expect(later).toBe(chosen);
  expect(later.locations).toEqual(["Atlantis"]);
});
