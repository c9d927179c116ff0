import { readFile } from "node:fs/promises";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/** Documents whose rows name tests. Rows that give a reason or a document instead are exempt. */
const tables = [
  { path: "web/SPECIFICATION.md", needsNone: /^$/ },
  {
    path: "api/ASVS.md",
    needsNone: /\| (not applicable|\*\*deviates\*\*) \| \S|\| kept \| .*\]\(/,
  },
  // Written by "accessibility.ts". Its table says which criteria have no test.
  { path: "ACCESSIBILITY.md", needsNone: /./ },
];

/**
 * Fails a run of all tests if a document's row names no test, or one that didn't run. In a row, `%s` and `$name` match
 * the parts that differ between cases of a test.
 */
export default class ShownByTests implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason) {
    const all = await this.#vitest?.globTestSpecifications() ?? [];
    const isPart = modules.length < all.length || this.#vitest?.getGlobalTestNamePattern();
    if (isPart || reason === "interrupted") return;
    const names = Map.groupBy(
      modules.flatMap(({ children, relativeModuleId: path }) =>
        [...children.allTests()].map(({ name }) => ({ path, name }))
      ),
      ({ path }) => path,
    );
    for (const { path: document, needsNone } of tables) {
      const table = await readFile(document, "utf8");
      for (const row of table.split("\n").filter((line) => /^\| (?!statement|---|\|)/.test(line))) {
        const tests = [...row.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: (.+?)(?=<br>`| \|$)/g)];
        const missing = tests.filter(([, path = "", title = ""]) => {
          const parts = title.split(/%[sdifjoO#$]|\$\w+/).map((part) => RegExp.escape(part));
          const pattern = new RegExp(`^${parts.join(".*")}$`, "s");
          return !names.get(path)?.some(({ name }) => pattern.test(name));
        });
        const isShown = tests.length > 0 || needsNone.test(row);
        if (isShown && missing.length === 0) continue;
        const faults = missing.map(([, path = "", title = ""]) =>
          `no test has this title; write its current one: ${path}: ${title}`
        );
        if (!isShown) faults.push(`this row names no test: ${row}`);
        for (const fault of faults) console.error(`${document}: ${fault}`);
        process.exitCode = 1;
      }
    }
  }
}
