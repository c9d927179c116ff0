import { describe, expect, it } from "vitest";
import { given, happened, published, registered } from "../testing/given.ts";

describe("retention", () => {
  const log = given(
    registered("a", "2025-12-01"),
    registered("b", "2025-12-01", "cadet"),
    published("a", "2025-12-02"),
    published("b", "2025-12-02"),
    happened("ProfileHidden", "a", "2026-01-05"),
    happened("ProfileShown", "a", "2026-01-20"),
    happened("ProfileHidden", "b", "2026-02-01"),
    happened("ProfileDeleted", "a", "2026-03-01"),
    happened("MemberErased", "a", "2026-10-01"),
  );
  const counts = (hidden: number, shown: number, deleted: number, erased: number) => ({
    "Hidden": hidden,
    "Shown again": shown,
    "Profile deleted": deleted,
    "Account erased": erased,
  });

  it("counts what happened in the cycle by month and by role", () => {
    expect(log.row("retention-by-month", "2026-01")).toEqual(counts(1, 1, 0, 0));
    expect(log.row("retention-by-month", "Total")).toEqual(counts(2, 1, 1, 0));
    expect(log.row("retention-by-role", "Cadet")).toEqual(counts(1, 0, 0, 0));
  });

  it("counts what stands at the end", () => {
    expect(log.row("retention-visibility", "Hidden")).toEqual({ Profiles: 1 });
    expect(log.row("retention-visibility", "Total")).toEqual({ Profiles: 1 });
  });

  it("leaves what comes later to its own cycle", () => {
    const next = log.row("retention-by-month", "Total", { cycle: 2027 });
    expect(next).toEqual(counts(0, 0, 0, 1));
  });
});
