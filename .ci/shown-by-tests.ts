import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/**
 * Fails a run of all tests when a statement of web/SPECIFICATION.md was not shown in it, and lists those whose test was
 * skipped. The test has to have run in this run, and passed. A run of some tests shows some of it, and is not checked.
 */
export default class ShownByTests implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason) {
    const vitest = this.#vitest;
    if (vitest === undefined || reason === "interrupted") return;
    const all = await vitest.globTestSpecifications();
    if (modules.length < all.length || vitest.getGlobalTestNamePattern() !== undefined) return;
    const table = await readFile(join(vitest.config.root, "web/SPECIFICATION.md"), "utf8");
    const run = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        path: module.relativeModuleId,
        name: test.name,
        fullName: test.fullName,
        state: test.result().state,
      }))
    );
    const { notShown, skipped } = coverageOf(rowsOf(table), run);
    tell("not shown in this run, since a test was skipped", skipped);
    tell("not shown: no such test has run and passed", notShown);
    if (notShown.length > 0) process.exitCode = 1;
  }
}

function tell(what: string, lines: readonly string[]) {
  if (lines.length === 0) return;
  console.log(`\nweb/SPECIFICATION.md, ${what} (${lines.length}):`);
  for (const line of lines) console.log(`  ${line}`);
}

/** How a test of a run ended. */
export interface Ended {
  readonly path: string;
  readonly name: string;
  /** The name with those of the groups around it. */
  readonly fullName: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
}

/** Statements in the tables of a Markdown text, in order, each with the tests that are to show it. */
export function rowsOf(markdown: string) {
  return markdown.split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (statement|---) \|/.test(line))
    .map((line) => {
      const [statement = "", shownBy = ""] = line.slice(2, -2).split(" | ");
      const tests = shownBy.matchAll(/(?:^|<br>)`([^`]+)`: (.+?)(?=<br>`|$)/g);
      return { statement, tests: [...tests].map(([, path = "", name = ""]) => ({ path, name })) };
    });
}

/**
 * One line for each statement that names no test, or one that has not passed; apart from those of which every case of a
 * test was skipped and says why, as without a browser.
 */
export function coverageOf(rows: ReturnType<typeof rowsOf>, run: readonly Ended[]) {
  const byPath = Map.groupBy(run, ({ path }) => path);
  const lines = rows.flatMap(({ statement, tests }) => {
    if (tests.length === 0) return [{ line: `${statement}: names no test`, isSkipped: false }];
    return tests.flatMap(({ path, name }) => {
      const title = titleOf(name);
      const cases = byPath.get(path)?.filter((test) => title.test(test.name)) ?? [];
      if (cases.some(({ state }) => state === "passed")) return [];
      const isSkipped = cases.length > 0 &&
        cases.every(({ state, fullName }) =>
          state === "skipped" && fullName.includes("(skipped: ")
        );
      return [{ line: `${statement}: ${path}: ${name}`, isSkipped }];
    });
  });
  const { skipped = [], notShown = [] } = Object.groupBy(
    lines,
    ({ isSkipped }) => isSkipped ? "skipped" : "notShown",
  );
  return { skipped: skipped.map(({ line }) => line), notShown: notShown.map(({ line }) => line) };
}

/** What the names of a test's cases look like: `%s` and `$name` stand for what differs. */
function titleOf(name: string): RegExp {
  const parts = name.split(/%[sdifjoO#$]|\$\w+/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
