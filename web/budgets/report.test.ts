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
  const { hasPages, hasLighthouse, isWanted } = readOptions(["--interactions", "facet", "typing"]);
  expect([hasPages, hasLighthouse]).toEqual([false, false]);
  expect(isWanted({ ...tick, path: "/directory", act })).toBe(true);
  expect(isWanted({ ...tick, does: "loading more", path: "/directory", act })).toBe(false);
});

it("measures pages alone", () => {
  const { hasPages, hasLighthouse, isWanted } = readOptions(["--pages"]);
  expect([hasPages, hasLighthouse]).toEqual([true, false]);
  expect(isWanted({ ...tick, path: "/directory", act })).toBe(false);
});

it("measures everything unless told, and refuses what it does not know", () => {
  const { hasPages, isWanted, isStrict } = readOptions([]);
  expect([hasPages, isWanted({ ...tick, path: "/directory", act }), isStrict])
    .toEqual([true, true, false]);
  expect(() => readOptions(["--fast"])).toThrow("--fast");
});
