import { describe, expect, it } from "vitest";
import { given, happened, type Past, published, registered, rowIn } from "../testing/given.ts";

const steps = (
  registered: number,
  role: number,
  profile: number,
  visible: number,
  there: number,
) => ({
  "Registered": registered,
  "Role chosen": role,
  "Profile created": profile,
  "Visible": visible,
  "Still there": there,
});

describe("funnel", () => {
  it("counts how far those came who registered in the cycle", () => {
    const log = given(
      registered("before", "2025-09-30T23:59:59.999Z"),
      registered("looks", "2025-10-01", null),
      registered("chooses", "2025-10-05"),
      registered("writes", "2025-11-10"),
      published("before", "2025-11-11"),
      published("writes", "2025-11-13"),
      registered("after", "2026-10-01"),
    );
    expect(log.row("funnel-by-month", "Total")).toMatchObject(steps(3, 2, 1, 1, 1));
    expect(log.row("funnel-by-month", "2025-10")).toMatchObject(steps(2, 1, 0, 0, 0));
    expect(log.row("funnel-by-month", "2025-11")).toMatchObject(steps(1, 1, 1, 1, 1));
  });

  it("counts a profile that was created hidden as visible once it was shown", () => {
    const at = "2026-01-01T10:00:00.000Z";
    const created = [
      registered("a", "2026-01-01"),
      published("a", at),
      happened("ProfileHidden", "a", at),
    ];
    const total = (...more: readonly Past[]) =>
      given(...created, ...more).row("funnel-by-month", "Total");
    expect(total()).toMatchObject(steps(1, 1, 1, 0, 0));
    expect(total(happened("ProfileShown", "a", "2026-01-05T10:00Z"))).toMatchObject({
      ...steps(1, 1, 1, 1, 1),
      "Days from profile to visible": 4,
    });
  });

  it("counts in each cycle those alone who registered in it", () => {
    const report = given(
      registered("first", "2023-11-01", null),
      registered("second", "2024-11-01", null),
      happened("RoleSelected", "first", "2024-11-02", { role: "cadet", previousRole: null }),
      registered("third", "2025-11-01", null),
      registered("fourth", "2025-11-02", null),
      happened("RoleSelected", "second", "2025-11-03", { role: "cadet", previousRole: null }),
      happened("RoleSelected", "third", "2025-11-04", { role: "cadet", previousRole: null }),
    ).report("cycle");
    expect(rowIn(report, "summary", "Registered")).toEqual({
      "Cycle 2024": 1,
      "Cycle 2025": 1,
      "Cycle 2026": 2,
    });
    expect(rowIn(report, "summary", "Role chosen")).toEqual({
      "Cycle 2024": 0,
      "Cycle 2025": 0,
      "Cycle 2026": 1,
    });
  });

  it("keeps a hidden profile, and loses deleted and erased ones at the end", () => {
    const people = ["hides", "deletes", "goes", "later"].flatMap((who) => [
      registered(who, "2026-01-01"),
      published(who, "2026-01-02"),
    ]).sort((one, other) => one.at.localeCompare(other.at));
    const log = given(
      ...people,
      happened("ProfileHidden", "hides", "2026-02-01"),
      happened("ProfileDeleted", "deletes", "2026-02-02"),
      happened("MemberErased", "goes", "2026-02-03"),
      happened("MemberErased", "later", "2026-10-01"),
    );
    expect(log.row("funnel-by-month", "Total")).toMatchObject(steps(4, 4, 4, 4, 2));
  });

  it("gives the median of days between the steps", () => {
    const log = given(
      registered("a", "2026-01-01", null),
      registered("b", "2026-01-01", null),
      happened("RoleSelected", "a", "2026-01-02", { role: "cadet", previousRole: null }),
      happened("RoleSelected", "b", "2026-01-04T12:00Z", { role: "cadet", previousRole: null }),
    );
    expect(log.row("funnel-by-month", "Total")["Median days to role"]).toBe(2.3);
    expect(log.row("funnel-by-role", "Cadet")).toMatchObject({ "Role chosen": 2 });
  });
});
