import { describe, expect, it } from "vitest";
import { byGroup } from "../../../search/facets.ts";
import { directoryParams, type DirectoryQuery, emptyQuery } from "../../contract/directory.ts";
import { findAlternatives } from "./alternatives.ts";

const facets = {
  ...byGroup(() => []),
  helpTopics: [{ value: "BOLC Prep", count: 40 }, { value: "Networking", count: 30 }],
};

/** Alternatives offered when these views find this many people, and others none. */
async function offered(
  query: Partial<DirectoryQuery>,
  totals: Readonly<Record<string, number>>,
  { isRelaxed = false, relaxedViews = [] as readonly string[] } = {},
) {
  const alternatives = await findAlternatives(
    { ...emptyQuery, ...query },
    isRelaxed,
    async (asked) => {
      const view = directoryParams({ ...asked, role: undefined }).toString();
      const relaxed = relaxedViews.includes(view) ? { kept: [], ignored: [] } : null;
      return { total: totals[view] ?? 0, relaxed, facets };
    },
  );
  return Object.fromEntries(alternatives.map(({ label, view }) => [view, label]));
}

describe("alternatives to a search without results", () => {
  it("keep what was typed first, then the choices, and end with everyone", async () => {
    const query = { search: "pilot", armyBranches: ["Armor"], locations: ["Waco, TX"], page: 3 };
    const totals = {
      "search=pilot&armyBranches=Armor": 31,
      "search=pilot&locations=Waco%2C+TX": 2,
      "armyBranches=Armor&locations=Waco%2C+TX": 5,
      "": 288,
    };
    const found = await offered(query, totals);
    expect(Object.entries(found)).toEqual([
      ["search=pilot&armyBranches=Armor", "Search all places: 31"],
      ["search=pilot&locations=Waco%2C+TX", "Search all branches: 2"],
      ["", "Show all 288 people"],
    ]);
  });

  it("offer the most common help topics when nothing else is left", async () => {
    expect(await offered({ search: "flep", role: "alumni" }, { "": 250 })).toEqual({
      "helpTopics=BOLC+Prep": "Show 40 alumni who help with BOLC Preparation",
      "helpTopics=Networking": "Show 30 alumni who help with Networking",
      "": "Show all 250 alumni",
    });
  });

  it("describe the remaining choices in words", async () => {
    const chosen = {
      armyBranches: ["Aviation"],
      locations: ["Austin, TX", "Waco, TX"],
      classYears: ["2012"],
      dutyStatuses: ["Active Duty"],
      industries: ["Law"],
      helpTopics: ["BOLC Prep", "Networking", "PCS Tips"],
    };
    const view = directoryParams({ ...emptyQuery, ...chosen }).toString();
    const role = "cadre";
    expect((await offered({ ...chosen, role, search: "dana" }, { [view]: 1, "": 9 }))[view]).toBe(
      "Show 1 cadre member in Aviation in Austin, TX or Waco, TX from the class of 2012 " +
        "on active duty who works in Law and helps with 3 help topics",
    );
  });

  it("drop one choice each when no text was typed", async () => {
    const query = { armyBranches: ["Aviation"], requests: ["Takes requests now"] };
    const totals = { "armyBranches=Aviation": 12, "requests=Takes+requests+now": 200, "": 288 };
    expect(Object.values(await offered(query, totals))).toEqual([
      "Show 200 people who take requests now",
      "Show 12 people in Aviation",
      "Show all 288 people",
    ]);
  });

  it("match the whole text when partial matches are listed already", async () => {
    const query = { search: "army pilot", armyBranches: ["Armor"], classYears: ["2012"] };
    const totals = {
      "search=army+pilot&armyBranches=Armor": 3,
      "search=army+pilot&classYears=2012": 9,
      "": 288,
    };
    const relaxedViews = ["search=army+pilot&classYears=2012"];
    expect(await offered(query, totals, { isRelaxed: true, relaxedViews }))
      .toEqual({ "search=army+pilot&armyBranches=Armor": "Search all class years: 3" });
  });

  it("are empty in an empty directory", async () => {
    expect(await offered({ search: "flep" }, {})).toEqual({});
  });
});
