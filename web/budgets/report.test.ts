import { expect, it } from "vitest";
import { slow } from "./report.ts";

it("says what takes longer than wanted", () => {
  const cost = { keys: 40, medianMs: 50, p95Ms: 61 } as const;
  expect(slow([], [{ ...cost, slowdown: 1 }, { ...cost, slowdown: 4 }]))
    .toEqual(["typing, processor 1x: p95 61 ms, wanted 60"]);
});
