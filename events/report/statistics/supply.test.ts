import { describe, expect, it } from "vitest";
import { given, happened, published, registered } from "../testing/given.ts";

describe("supply", () => {
  const people = ["helps", "hidden", "silent", "cadet", "new"];
  const log = given(
    ...people.map((who) =>
      registered(who, "2026-01-01", ["cadet", "new"].includes(who) ? "cadet" : "alumni")
    ),
    published("helps", "2026-01-02", { helpTopics: ["Networking", "Ranger School"] }),
    published("hidden", "2026-01-02"),
    published("silent", "2026-01-02", { helpTopics: [] }),
    published("cadet", "2026-01-02", { armyBranch: "Armor", industryCode: null }),
    happened("ProfileHidden", "hidden", "2026-01-03"),
  );
  const helpers = "Alumni who can help";

  it("counts alumni whose profile is visible and names a topic, and all cadets", () => {
    expect(log.row("supply-by-branch", "Total")).toEqual({
      [helpers]: 1,
      "Cadets": 2,
      "Cadets for each of them": 2,
    });
    expect(log.row("supply-by-branch", "Armor")).toEqual({
      [helpers]: 0,
      "Cadets": 1,
      "Cadets for each of them": null,
    });
    expect(log.row("supply-by-region", "Not given")).toMatchObject({ Cadets: 1 });
  });

  it("puts what nobody covers first, and whatever is held back behind it", () => {
    const table = log.report("supply", { minCell: 5 }).sections[0]?.tables[0];
    const figures = table?.rows.map((row) => row.figures[0]);
    expect(figures?.[0]).toBe(0);
    expect(figures?.slice(-2)).toEqual(["suppressed", "suppressed"]);
    expect(table?.rows.slice(-2).map(({ label }) => label)).toEqual([
      "Ranger School",
      "Networking",
    ]);
  });
});
