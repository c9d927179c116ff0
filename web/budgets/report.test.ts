import { expect, it } from "vitest";
import type { PageCost } from "./measure.ts";
import { exceeded, slow } from "./report.ts";

const cost: PageCost = {
  ...{ name: "landing", kind: "read", scriptBytes: 10_000, scriptFiles: 1, styleBytes: 25_000 },
  ...{ liveScriptBytes: 110_000, htmlBytes: 14_000, rawHtmlBytes: 96_000 },
  ...{ layoutShift: 0.02, slowLineShift: 0.02, largestPaintMs: 9000 },
};
const directory = { name: "directory", kind: "directory" } as const;

it.each<[over: Partial<PageCost>, lines: readonly string[]]>([
  [{}, []],
  [{ scriptBytes: 10_001 }, ["landing: script before first interaction 10001, at most 10000"]],
  [{ htmlBytes: 14_001 }, ["landing: HTML 14001, at most 14000"]],
  [{ layoutShift: 0.5 }, ["landing: layout shift 0.5, at most 0.02"]],
  [{ slowLineShift: 0.3 }, ["landing: layout shift on a slow line 0.3, at most 0.02"]],
  [
    { ...directory, scriptBytes: 95_001, scriptFiles: 7 },
    [
      "directory: script before first interaction 95001, at most 95000",
      "directory: files of script 7, at most 6",
    ],
  ],
  [
    { ...directory, rawHtmlBytes: 96_001 },
    ["directory: HTML before compression 96001, at most 96000"],
  ],
  [{ kind: "used", liveScriptBytes: 200_000 }, ["landing: script 200000, at most 110000"]],
])("says what is over its budget, whatever the time: %o", (over, lines) => {
  expect(exceeded([{ ...cost, ...over }])).toEqual(lines);
});

it("says what takes longer than wanted", () => {
  const tick = { page: "directory", does: "ticking a facet" };
  expect(slow([], [{ ...tick, slowestMs: 150 }])).toEqual([]);
  expect(slow([], [{ ...tick, slowestMs: 152 }])).toEqual([
    "directory, ticking a facet: INP 152 ms, wanted 150",
  ]);
});
