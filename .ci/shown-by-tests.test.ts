import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { rowsOf } from "./specification.ts";

const testFile = `
describe("a page", () => {
  it("loads", () => {});
  it.each(["red", "blue"])("is %s at times", () => {});
  it.skip("is not ready", () => {});
});
describe.skip("a page in a browser (skipped: no chromium)", () => {
  it("can be pressed", () => {});
});
describe("a long (unskipped) page", () => {
  it("fails", () => { throw new Error("It does"); });
});
`;

/** Runs the tests of a folder with these rows in its table; what it says of the table, and how it ended. */
async function run(rows: readonly string[], ...more: string[]) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "web"));
  const table = ["| statement | shown by |", "| --- | --- |", ...rows].join("\n");
  await writeFile(join(folder, "web/SPECIFICATION.md"), table);
  const passing = testFile.split('describe("a long')[0] ?? "";
  await writeFile(join(folder, "web/page.test.js"), more.includes("fails") ? testFile : passing);
  await writeFile(join(folder, "other.test.js"), 'it("is here, too", () => {});');
  const args = ["run", "-A", resolve("node_modules/vitest/vitest.mjs"), "run", "--globals"];
  const { stdout, code } = await promisify(execFile)(Deno.execPath(), [
    ...args,
    ...[`--root=${folder}`, `--reporter=${resolve(".ci/shown-by-tests.ts")}`],
    ...more.filter((argument) => argument !== "fails"),
  ], { env: { ...process.env, NO_COLOR: "1" } }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }) => ({ stdout: String(stdout), code: Number(code) }),
  );
  return { said: stdout.split("\n").filter((line) => line.trim() !== ""), code };
}

describe("the specification, beside the tests of a run", () => {
  it("is shown by tests that have passed, also by cases of one", async () => {
    expect(
      await run([
        "| It loads | `web/page.test.js`: loads<br>`other.test.js`: is here, too |",
        "| It has colours | `web/page.test.js`: is %s at times |",
      ]),
    ).toEqual({ said: [], code: 0 });
  });

  it("is not shown by a skipped test that says why, which is said and fails nothing", async () => {
    const { said, code } = await run(["| It has a button | `web/page.test.js`: can be pressed |"]);
    expect(code).toBe(0);
    expect(said).toEqual([
      "web/SPECIFICATION.md, not shown in this run, since a test was skipped (1):",
      "  It has a button: web/page.test.js: can be pressed",
    ]);
  });

  it.each([
    ["nobody has written", "`web/page.test.js`: flies", "web/page.test.js: flies"],
    ["is in another file", "`other.test.js`: loads", "other.test.js: loads"],
    [
      "was skipped without a reason",
      "`web/page.test.js`: is not ready",
      "web/page.test.js: is not ready",
    ],
    ["is not named", "later", "names no test"],
  ])("fails the run for a statement whose test %s", async (_, shownBy, line) => {
    const { said, code } = await run([
      "| It loads | `web/page.test.js`: loads |",
      `| It flies | ${shownBy} |`,
    ]);
    expect(code).toBe(1);
    expect(said).toEqual([
      "web/SPECIFICATION.md, not shown: no such test has run and passed (1):",
      `  It flies: ${line}`,
    ]);
  });

  it("is not shown by a test that failed", async () => {
    const { said, code } = await run(["| It stands | `web/page.test.js`: fails |"], "fails");
    expect(code).toBe(1);
    expect(said.at(-1)).toBe("  It stands: web/page.test.js: fails");
  });

  it.each([["web/page"], ["--testNamePattern=loads"]])(
    "is not asked about when some tests run: %s",
    async (filter) => {
      expect(await run(["| It flies | `other.test.js`: flies |"], filter))
        .toEqual({ said: [], code: 0 });
    },
  );
});

it("has a reporter that looks at every run", async () => {
  expect(await readFile("vitest.config.ts", "utf8")).toContain(".ci/shown-by-tests.ts");
});

it("is a table of nine sections, each with statements", async () => {
  const [, ...sections] = (await readFile("web/SPECIFICATION.md", "utf8")).split(/^## /m);
  expect(sections.slice(0, 9).map((section) => Number.parseInt(section)))
    .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const section of sections) expect(rowsOf(section).length).toBeGreaterThan(0);
});
