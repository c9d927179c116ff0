import { expect, it } from "vitest";
import { readOptions } from "./options.ts";
import { slow } from "./report.ts";

const tick = { page: "directory", does: "ticking a facet" };
const act = () => Promise.resolve();

it("says what takes longer than wanted, and counts the median of the visits", () => {
  expect(slow([], [{ ...tick, runs: [400, 150, 8], slowestMs: 150 }])).toEqual([]);
  expect(slow([], [{ ...tick, runs: [152, 400, 8], slowestMs: 152 }])).toEqual([
    "directory, ticking a facet: INP 152 ms, wanted 150",
  ]);
});

it("measures interactions alone, and of them what is named", () => {
  const { hasPages, hasLighthouse, hasTyping, isWanted } = readOptions(
    ["--interactions", "facet", "typing"],
  );
  expect([hasPages, hasLighthouse, hasTyping]).toEqual([false, false, false]);
  expect(isWanted({ ...tick, path: "/directory", act })).toBe(true);
  expect(isWanted({ ...tick, does: "loading more", path: "/directory", act })).toBe(false);
});

it("measures pages alone", () => {
  const { hasPages, hasLighthouse, isWanted } = readOptions(["--pages"]);
  expect([hasPages, hasLighthouse]).toEqual([true, false]);
  expect(isWanted({ ...tick, path: "/directory", act })).toBe(false);
});

it("measures keys alone, and says which are slower than wanted", () => {
  const { hasPages, hasTyping, isWanted } = readOptions(["--typing"]);
  expect([hasPages, hasTyping, isWanted({ ...tick, path: "/directory", act })])
    .toEqual([false, true, false]);
  const cost = { keys: 40, medianMs: 50, p95Ms: 61 } as const;
  expect(slow([], [], [{ ...cost, slowdown: 1 }, { ...cost, slowdown: 4 }]))
    .toEqual(["typing, processor 1x: p95 61 ms, wanted 60"]);
});

it("measures everything unless told, and refuses what it does not know", () => {
  const { hasPages, isWanted, isStrict } = readOptions([]);
  expect([hasPages, isWanted({ ...tick, path: "/directory", act }), isStrict])
    .toEqual([true, true, false]);
  expect(() => readOptions(["--fast"])).toThrow("--fast");
});
