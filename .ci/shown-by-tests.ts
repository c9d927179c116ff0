import { readFile } from "node:fs/promises";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/**
 * Fails a run of all tests when a row of web/SPECIFICATION.md names a test that isn't in it, or none. In a row, `%s` and
 * `$name` stand for what differs between the cases of a test.
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
    const table = await readFile("web/SPECIFICATION.md", "utf8");
    for (const row of table.split("\n").filter((line) => /^\| (?!statement|---)/.test(line))) {
      const tests = [...row.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: (.+?)(?=<br>`| \|$)/g)];
      const missing = tests.filter(([, path = "", title = ""]) => {
        const parts = title.split(/%[sdifjoO#$]|\$\w+/).map((part) => RegExp.escape(part));
        const pattern = new RegExp(`^${parts.join(".*")}$`, "s");
        return !names.get(path)?.some(({ name }) => pattern.test(name));
      });
      if (tests.length > 0 && missing.length === 0) continue;
      console.error(`web/SPECIFICATION.md: no such test: ${missing.join(", ") || row}`);
      process.exitCode = 1;
    }
  }
}
