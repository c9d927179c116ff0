import { describe, expect, it } from "vitest";
import { emptyQuery } from "../../../../api/contract/directory.ts";
import { relaxations } from "./relaxations.ts";

const labels = (query: Partial<typeof emptyQuery>) =>
  relaxations({ ...emptyQuery, ...query }).map(({ label }) => label(3));

describe("relaxations of a view without results", () => {
  it("give up one thing each, or everything", () => {
    expect(labels({ search: "dana", armyBranches: ["Aviation"], helpTopics: ["BOLC Prep"] }))
      .toEqual([
        "Remove “dana” (3 results)",
        "Remove Aviation (3 results)",
        "Remove BOLC Preparation (3 results)",
        "Show all 3",
      ]);
  });

  it("give up the choices of one group together", () => {
    const [first] = relaxations({
      ...emptyQuery,
      search: "dana",
      armyBranches: ["Armor", "Aviation"],
      page: 3,
    }).slice(1);
    expect(first?.label(1)).toBe("Remove all 2 branches (1 result)");
    expect(first?.query).toEqual({ ...emptyQuery, search: "dana" });
  });

  it("show everyone where one thing was chosen", () => {
    const [only, ...others] = relaxations({ ...emptyQuery, search: "FLEP", page: 3 });
    expect(only?.label(250)).toBe("Show all 250");
    expect(only?.query).toEqual(emptyQuery);
    expect(others).toEqual([]);
  });

  it("say of class years and duty statuses what they are", () => {
    expect(labels({ dutyStatuses: ["Active Duty", "Veteran"], classYears: ["2012"] })).toEqual([
      "Remove all 2 duty statuses (3 results)",
      "Remove 2012 (3 results)",
      "Show all 3",
    ]);
    expect(labels({ search: "dana", classYears: ["2012", "2018"] }))
      .toContain("Remove all 2 class years (3 results)");
  });

  it("are none when nothing is chosen", () => {
    expect(relaxations(emptyQuery)).toEqual([]);
  });
});
