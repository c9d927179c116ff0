import { describe, expect, it } from "vitest";
import { given, happened, published, registered, rowIn } from "../testing/given.ts";

describe("cohorts", () => {
  const log = given(
    registered("none", "2026-01-01", null),
    registered("cadet", "2026-01-02", "cadet"),
    registered("alum", "2026-01-03"),
    registered("cadre", "2026-01-04", "cadre"),
    registered("gone", "2026-01-05"),
    published("cadet", "2026-01-06", { classYears: "2027", rank: "CDT", dutyStatus: null }),
    published("alum", "2026-01-07"),
    published("cadre", "2026-01-08", { classYears: "2005-2007", armyBranch: "Armor" }),
    published("gone", "2026-01-09"),
    happened("ProfileChanged", "alum", "2026-02-01", {
      changed: ["rank", "classYear"],
      rank: "MAJ",
      classYears: "2017",
    }),
    happened("MemberErased", "gone", "2026-02-02"),
    happened("RoleSelected", "cadet", "2026-05-15", { role: "alumni", previousRole: "cadet" }),
  );

  it("counts members and profiles by role, erased ones left out", () => {
    expect(log.row("cohorts-by-role", "Alumni")).toEqual({ "Members": 2, "With a profile": 2 });
    expect(log.row("cohorts-by-role", "No role yet")).toEqual({
      "Members": 1,
      "With a profile": null,
    });
    expect(log.row("cohorts-by-role", "Total")).toEqual({ "Members": 4, "With a profile": 3 });
  });

  it("counts profiles by class year and branch, as they are after changes", () => {
    const id = "cohorts-by-class-year-and-branch";
    expect(log.row(id, "2017")).toEqual({ Armor: 0, Aviation: 1, Total: 1 });
    expect(log.row(id, "Other")).toEqual({ Armor: 1, Aviation: 0, Total: 1 });
    expect(log.row(id, "Total")).toEqual({ Armor: 1, Aviation: 2, Total: 3 });
  });

  it("counts profiles by duty status and rank", () => {
    const id = "cohorts-by-duty-status-and-rank";
    expect(log.row(id, "Veteran")).toEqual({ CPT: 1, MAJ: 1, CDT: 0, Total: 2 });
    expect(log.row(id, "Not given")).toEqual({ CPT: 0, MAJ: 0, CDT: 1, Total: 1 });
  });

  it("counts cadets who became alumni by month", () => {
    const label = "Cadets who became alumni";
    expect(log.row("cohorts-graduates", "2026-05")).toEqual({ [label]: 1 });
    expect(log.row("cohorts-graduates", "Total")).toEqual({ [label]: 1 });
  });

  it("shows each cycle as it ended", () => {
    const report = log.report("cycle", { until: "2026-05-01" });
    expect(rowIn(report, "summary", "Cadets")).toEqual({
      "Cycle 2024": 0,
      "Cycle 2025": 0,
      "Cycle 2026": 1,
    });
    expect(report.isComplete).toBe(false);
  });
});
