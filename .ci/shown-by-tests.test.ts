import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { coverageOf, type Ended, rowsOf } from "./shown-by-tests.ts";

const run = [
  ["loads", "passed"],
  ["is red at times", "passed"],
  ["is not ready", "skipped"],
  ["fails", "failed"],
  ["can be pressed", "skipped", "a page in a browser (skipped: no chromium)"],
].map(([name = "", state, group]) => ({
  ...{ path: "web/page.test.js", name, fullName: `${group} > ${name}` },
  state: state as Ended["state"],
}));

/** The result for a statement with this entry in the table's second column. */
const said = (shownBy: string) => coverageOf(rowsOf(`| It works | ${shownBy} |`), run);

it.each(["`web/page.test.js`: loads", "`web/page.test.js`: is %s at times"])(
  "a statement is shown by a test that has passed, also by a case of one: %s",
  (shownBy) => expect(said(shownBy)).toEqual({ notShown: [], skipped: [] }),
);

it("a test that was skipped, and says why, fails nothing", () => {
  const skipped = ["It works: web/page.test.js: can be pressed"];
  expect(said("`web/page.test.js`: can be pressed")).toEqual({ notShown: [], skipped });
});

it.each([
  ["was never written", "`web/page.test.js`: flies"],
  ["is in another file", "`other.test.js`: loads"],
  ["was skipped without a reason", "`web/page.test.js`: is not ready"],
  ["failed", "`web/page.test.js`: fails"],
  ["is not named", "names no test"],
])("a statement is not shown by a test that %s", (_, shownBy) => {
  const line = `It works: ${shownBy.replaceAll("`", "")}`;
  expect(said(shownBy)).toEqual({ notShown: [line], skipped: [] });
});

it("the specification has nine sections, each with statements", async () => {
  const [, ...sections] = (await readFile("web/SPECIFICATION.md", "utf8")).split(/^## /m);
  expect(sections.slice(0, 9).map((section) => Number.parseInt(section)))
    .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const section of sections) expect(rowsOf(section).length).toBeGreaterThan(0);
});
