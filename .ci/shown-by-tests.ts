import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { coverageOf, rowsOf } from "./specification.ts";

/**
 * Fails a run of all tests when a statement of web/SPECIFICATION.md was not shown in it, and says which
 * ones a test was skipped for. A run of some tests shows some of it, and nothing is said.
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
