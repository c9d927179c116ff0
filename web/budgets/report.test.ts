import { expect, it } from "vitest";
import { slow } from "./report.ts";

const tick = { page: "directory", does: "ticking a facet" };

it("says what takes longer than wanted, and counts the median of the visits", () => {
  expect(slow([], [{ ...tick, runs: [400, 150, 8], slowestMs: 150 }])).toEqual([]);
  expect(slow([], [{ ...tick, runs: [152, 400, 8], slowestMs: 152 }])).toEqual([
    "directory, ticking a facet: INP 152 ms, wanted 150",
  ]);
  const cost = { keys: 40, medianMs: 50, p95Ms: 61 } as const;
  expect(slow([], [], [{ ...cost, slowdown: 1 }, { ...cost, slowdown: 4 }]))
    .toEqual(["typing, processor 1x: p95 61 ms, wanted 60"]);
});
