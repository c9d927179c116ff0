import { describe, expect, it } from "vitest";
import { given, happened, published, registered } from "../testing/given.ts";

describe("freshness", () => {
  const log = given(
    registered("old", "2024-01-01"),
    registered("new", "2024-01-01"),
    published("old", "2024-01-02"),
    published("new", "2024-01-02"),
    happened("ProfileChanged", "new", "2026-09-15", { changed: ["bio"] }),
  );

  it("is the time from the last change to the end of the cycle", () => {
    expect(log.row("freshness-by-age", "Under 30 days")).toMatchObject({ Alumni: 1 });
    expect(log.row("freshness-by-age", "730 days and more")).toMatchObject({ Total: 1 });
    expect(log.row("summary", "Median age of profiles in days")["Cycle 2026"]).toBe(509.5);
  });

  it("ends where the log is known to", () => {
    const at = { until: "2026-09-10" };
    expect(log.row("freshness-by-age", "730 days and more", at)).toMatchObject({ Total: 2 });
  });

  it("counts what was created and changed, by month", () => {
    expect(log.row("freshness-by-month", "2026-09")).toEqual({
      "Profiles created": 0,
      "Changes": 1,
    });
    expect(log.row("summary", "Profiles created")["Cycle 2024"]).toBe(2);
  });
});
