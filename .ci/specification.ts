/**
 * Specification coverage: which statements of web/SPECIFICATION.md the tests of a run have shown. A name in a file shows
 * nothing: the test has to have run in this run, and passed.
 *
 * @module
 */

/** A statement, and the tests that are to show it. */
export interface Row {
  readonly statement: string;
  readonly tests: readonly { readonly path: string; readonly name: string }[];
}

/** How a test of a run ended. */
export interface Ended {
  readonly path: string;
  readonly name: string;
  /** The name with those of the groups around it. */
  readonly fullName: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
}

/** The rows of the tables of a Markdown text, in order. */
export function rowsOf(markdown: string): Row[] {
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
export function coverageOf(rows: readonly Row[], run: readonly Ended[]) {
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
