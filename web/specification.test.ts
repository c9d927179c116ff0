import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const table = await readFile(new URL("SPECIFICATION.md", import.meta.url), "utf8");
const lines = table.split("\n");

interface Row {
  readonly statement: string;
  readonly shownBy: string;
}

const rows: readonly Row[] = lines
  .filter((line) => line.startsWith("| ") && !/^\| (statement|---) \|/.test(line))
  .map((line) => {
    const [statement = "", shownBy = ""] = line.slice(2, -2).split(" | ");
    return { statement, shownBy };
  });

/** Names of the tests in a file, also of those that run for several cases. */
async function testsIn(path: string): Promise<ReadonlySet<string>> {
  const source = await readFile(new URL(path, root), "utf8").catch(() => undefined);
  if (source === undefined) return new Set();
  const plain = source.matchAll(/\b(?:it|test)(?:\.\w+)?\(\s*"((?:[^"\\]|\\.)*)"/g);
  const forCases = source.matchAll(/\)\s*\(\s*"((?:[^"\\]|\\.)*)",/g);
  return new Set([...plain, ...forCases].map(([, name]) => JSON.parse(`"${name}"`)));
}

describe("the table of the specification", () => {
  it("has all nine sections, in order", () => {
    const sections = lines.flatMap((line) => /^## (\d+)\. /.exec(line)?.[1] ?? []);
    expect(sections).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(rows.length).toBeGreaterThan(180);
  });

  it("names a test for each statement, and every one of them exists", async () => {
    const missing: string[] = [];
    for (const { statement, shownBy } of rows) {
      for (const test of shownBy.split("<br>")) {
        const [, path, name] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
        if (path === undefined || name === undefined) missing.push(`${statement}: no test`);
        else if (!(await testsIn(path)).has(name)) missing.push(`${path}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
