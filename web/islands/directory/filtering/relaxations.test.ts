import { describe, expect, it } from "vitest";
import { emptyQuery } from "../../../../api/contract/directory.ts";
import { relaxations } from "./relaxations.ts";

const labels = (query: Partial<typeof emptyQuery>) =>
  relaxations({ ...emptyQuery, ...query }).map(({ label }) => label);

describe("relaxations of a view without results", () => {
  it("give up one thing each, or everything", () => {
    expect(labels({ search: "dana", armyBranches: ["Aviation"], helpTopics: ["BOLC Prep"] }))
      .toEqual([
        "Remove “dana”",
        "Remove Aviation",
        "Remove BOLC Preparation",
        "Show everyone",
      ]);
  });

  it("give up the choices of one group together", () => {
    const [only] = relaxations({ ...emptyQuery, armyBranches: ["Armor", "Aviation"], page: 3 });
    expect(only).toEqual({ label: "Remove all 2 branches", query: emptyQuery });
  });

  it("say of class years and duty statuses what they are", () => {
    expect(labels({ dutyStatuses: ["Active Duty", "Veteran"], classYears: ["2012"] })).toEqual([
      "Remove all 2 duty statuses",
      "Remove 2012",
      "Show everyone",
    ]);
    expect(labels({ classYears: ["2012", "2018"] })).toEqual(["Remove all 2 class years"]);
  });

  it("are none when nothing is chosen", () => {
    expect(relaxations(emptyQuery)).toEqual([]);
  });
});
