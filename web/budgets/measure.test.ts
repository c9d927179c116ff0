import { expect, it } from "vitest";
import { exceeded, type PageCost } from "./measure.ts";

const cost: PageCost = {
  name: "landing",
  kind: "read",
  scriptBytes: 10_000,
  scriptFiles: 1,
  liveScriptBytes: 110_000,
  styleBytes: 25_000,
  htmlBytes: 14_000,
  rawHtmlBytes: 96_000,
  layoutShift: 0.02,
  slowLineShift: 0.02,
  largestPaintMs: 9000,
};

it("is within its budgets up to the limit, however long it takes", () => {
  expect(exceeded([cost])).toEqual([]);
});

it("says what is over its budget", () => {
  expect(exceeded([
    { ...cost, scriptBytes: 10_001, htmlBytes: 14_001, layoutShift: 0.5, slowLineShift: 0.3 },
    {
      ...cost,
      name: "directory",
      kind: "directory",
      scriptBytes: 95_001,
      scriptFiles: 7,
      rawHtmlBytes: 96_001,
    },
    { ...cost, name: "profile edit", kind: "used", liveScriptBytes: 200_000 },
  ])).toEqual([
    "landing: script before first interaction 10001, at most 10000",
    "landing: HTML 14001, at most 14000",
    "landing: layout shift 0.5, at most 0.02",
    "landing: layout shift on a slow line 0.3, at most 0.02",
    "directory: script before first interaction 95001, at most 95000",
    "directory: files of script 7, at most 6",
    "directory: HTML before compression 96001, at most 96000",
    "profile edit: script 200000, at most 110000",
  ]);
});
