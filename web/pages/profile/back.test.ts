import { expect, it } from "vitest";
import { backPath } from "./route.tsx";

const host = "rotc.example";
const origin = `https://${host}`;

it("leads to the directory that the visitor came from, with its filters", () => {
  expect(backPath(`${origin}/alumni?armyBranches=Armor&page=2`, host))
    .toBe("/alumni?armyBranches=Armor&page=2");
  expect(backPath(`${origin}/cadre`, host)).toBe("/cadre");
});

it("leads to the general directory from anywhere else", () => {
  expect(backPath(undefined, host)).toBe("/directory");
  expect(backPath("nonsense", host)).toBe("/directory");
  expect(backPath(`${origin}/profile`, host)).toBe("/directory");
  expect(backPath("https://evil.example/alumni?x=1", host)).toBe("/directory");
});
