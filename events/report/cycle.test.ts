import { describe, expect, it } from "vitest";
import { cycleAt, cycleNamed } from "./cycle.ts";

describe("a cycle", () => {
  it("is the fiscal year that ends in the year of its name", () => {
    const { startMs, endMs, months } = cycleNamed(2026);
    expect(new Date(startMs).toISOString()).toBe("2025-10-01T00:00:00.000Z");
    expect(new Date(endMs).toISOString()).toBe("2026-10-01T00:00:00.000Z");
    expect(months.map(({ label }) => label).join(" ")).toMatch(/^2025-10 .* 2026-09$/);
  });

  it("counts December 2025 toward 2026", () => {
    expect(cycleAt(Date.parse("2025-12-15")).name).toBe(2026);
    expect(cycleAt(Date.parse("2026-10-01")).name).toBe(2027);
  });
});
