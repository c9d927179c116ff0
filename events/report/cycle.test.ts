import { describe, expect, it } from "vitest";
import { cycleAt, cycleNamed, parseCycleStart } from "./cycle.ts";

const october = { month: 10, day: 1 };

describe("a cycle", () => {
  it("is the fiscal year that ends in the year of its name", () => {
    const { startMs, endMs, months } = cycleNamed(2026, october);
    expect(new Date(startMs).toISOString()).toBe("2025-10-01T00:00:00.000Z");
    expect(new Date(endMs).toISOString()).toBe("2026-10-01T00:00:00.000Z");
    expect(months.map(({ label }) => label).join(" ")).toMatch(/^2025-10 .* 2026-09$/);
  });

  it("has December 2025 in 2026", () => {
    expect(cycleAt(Date.parse("2025-12-15"), october).name).toBe(2026);
    expect(cycleAt(Date.parse("2026-10-01"), october).name).toBe(2027);
  });

  it("can begin on another day", () => {
    expect(cycleNamed(2026, { month: 1, day: 1 }).months[0]?.label).toBe("2026-01");
    expect(cycleNamed(2026, { month: 8, day: 15 }).months[0]?.label).toBe("2025-08-15");
    expect(parseCycleStart("08-15")).toEqual({ month: 8, day: 15 });
    expect(parseCycleStart("02-30")).toBeUndefined();
  });
});
