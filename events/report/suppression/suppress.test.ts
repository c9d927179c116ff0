import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCountGraph } from "./count-graph.ts";
import { crossRows } from "../statistics/crosstab.ts";
import { suppress } from "./suppress.ts";

const minCell = 5;

describe("what is held back", () => {
  it("is every count of 1 to 4, and nothing when none is small", () => {
    expect(heldIn([[5, 9], [7, 0]])).toEqual([]);
    expect(heldIn([[6, 3, 9], [8, 7, 20]])).toContain("c1/all/row=0/column=1");
  });

  it("takes further counts along, so that rows and columns give nothing away", () => {
    const held = heldIn([[6, 3, 9], [8, 7, 20], [30, 40, 50]]);
    expect(held).toHaveLength(4);
    expect(held.every((key) => key.includes("column="))).toBe(true);
  });

  it("is nothing when no count is too small to show", () => {
    expect(heldIn([[1, 2], [3, 4]], 1)).toEqual([]);
  });

  it("leaves zeros beside a small count, which name nobody", () => {
    expect(heldParts(20, [0, 2, 8, 10])).toEqual(["1/part 1", "1/part 2"]);
    expect(heldParts(0, [0, 0])).toEqual([]);
  });

  it("is everything about a group that is small, zeros too", () => {
    expect(heldParts(3, [0, 3, 0])).toEqual(["1/part 0", "1/part 1", "1/part 2", "1/total"]);
  });

  it("is a count where those who are missing from a part would be few", () => {
    const countGraph = createCountGraph();
    const graph = countGraph.ofCycle(1);
    graph.count("registered", 20);
    graph.count("role", 18);
    graph.contains("registered", ["role"], { isSecret: true });
    expect([...suppress(countGraph, minCell)]).toEqual(["1/role"]);
  });

  it("protects what is narrowed by a larger count that it is part of", () => {
    const countGraph = createCountGraph();
    const graph = countGraph.ofCycle(1);
    graph.count("all", 40);
    [3, 37].forEach((value, at) => graph.count(`group ${at}`, value));
    graph.count("of group 0", 2);
    graph.sum("all", ["group 0", "group 1"]);
    graph.contains("group 0", ["of group 0"]);
    expect([...suppress(countGraph, minCell)].sort()).toEqual([
      "1/group 0",
      "1/group 1",
      "1/of group 0",
    ]);
  });

  it("protects a flow between two cycles that could be told from what stood before and after", () => {
    const countGraph = createCountGraph();
    countGraph.ofCycle(1).count("members", 90, { weight: 2 });
    const graph = countGraph.ofCycle(2);
    graph.count("members", 118, { weight: 2 });
    graph.count("came", 30);
    graph.count("left", 2);
    graph.equal(["members", "left"], [["members", 1], "came"]);
    expect([...suppress(countGraph, minCell)].sort()).toEqual(["2/came", "2/left"]);
  });

  it("leaves what was decided for an earlier cycle as it is", () => {
    const countGraph = createCountGraph();
    countGraph.ofCycle(1).count("members", 90);
    const before = suppress(countGraph, minCell);
    const graph = countGraph.ofCycle(2);
    graph.count("members", 92);
    graph.count("came", 2);
    graph.equal(["members"], [["members", 1], "came"]);
    expect(before.size).toBe(0);
    expect([...suppress(countGraph, minCell)].sort()).toEqual(["2/came", "2/members"]);
  });

  it("can have as many values as 1 to 4 leaves where it is small, whatever a reader tries", () => {
    fc.assert(
      fc.property(smallTable, (values) => {
        const { printed, isSmall } = tableOf(values);
        for (const [at, found] of valuesOf(printed).entries()) {
          if (isSmall[at]) {
            expect([...found].filter((value) => value > 0).length).toBeGreaterThan(3);
          }
        }
      }),
      { numRuns: 10 },
    );
  }, 60_000);
});

/** What is held back of a total and its parts. */
function heldParts(total: number, parts: readonly number[]): string[] {
  const countGraph = createCountGraph();
  const graph = countGraph.ofCycle(1);
  graph.count("total", total);
  parts.forEach((value, part) => graph.count(`part ${part}`, value));
  graph.sum("total", parts.map((_, part) => `part ${part}`));
  return [...suppress(countGraph, minCell)].sort();
}

const smallTable = fc.array(
  fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
  { minLength: 2, maxLength: 2 },
);

function heldIn(values: readonly (readonly number[])[], least = minCell): string[] {
  const countGraph = createCountGraph();
  const columns = (values[0] ?? []).map((_, at) => String(at));
  const rows = values.map((_, at) => String(at));
  const counts = {
    of: (row: string, column: string) => values[Number(row)]?.[Number(column)] ?? 0,
    rows: new Set(rows),
    columns: new Set(columns),
  };
  const names = { rowName: "row", columnName: "column", rows, columns, total: "all" };
  crossRows(counts, names, countGraph.ofCycle(1));
  return [...suppress(countGraph, least)].map((key) => `c${key}`);
}

/** A table of two by three as a reader sees it: six cells, row totals, column totals, the total. */
function tableOf(values: readonly (readonly number[])[]) {
  const held = new Set(heldIn(values));
  const cell = (row: number, column: number) => values[row]?.[column] ?? 0;
  const total = (cells: readonly number[]) => cells.reduce((sum, value) => sum + value, 0);
  const entries = [
    ...[0, 1].flatMap((row) =>
      [0, 1, 2].map((column) => [`c1/all/row=${row}/column=${column}`, cell(row, column)] as const)
    ),
    ...[0, 1].map((row) =>
      [`c1/all/row=${row}`, total([0, 1, 2].map((at) => cell(row, at)))] as const
    ),
    ...[0, 1, 2].map((at) => [`c1/all/column=${at}`, cell(0, at) + cell(1, at)] as const),
    ["c1/all", total([0, 1].flatMap((row) => [0, 1, 2].map((at) => cell(row, at))))] as const,
  ];
  return {
    printed: entries.map(([key, value]) => held.has(key) ? undefined : value),
    isSmall: entries.map(([, value]) => value > 0 && value < minCell),
  };
}

/** The values of each entry in all tables that would be printed like this one. */
function valuesOf(printed: readonly (number | undefined)[]): ReadonlySet<number>[] {
  const found = printed.map(() => new Set<number>());
  const cells = [0, 0, 0, 0, 0, 0];
  const fill = (at: number): void => {
    const known = printed[at];
    if (at < cells.length) {
      for (let value = known ?? 0; value <= (known ?? 9); value++) {
        cells[at] = value;
        fill(at + 1);
      }
      return;
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = cells;
    const all = [...cells, a + b + c, d + e + f, a + d, b + e, c + f, a + b + c + d + e + f];
    if (!all.every((value, place) => (printed[place] ?? value) === value)) return;
    for (const [place, value] of all.entries()) found[place]?.add(value);
  };
  fill(0);
  return found;
}
