import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with one plain line: `12 passed, 0 failed, 1 skipped`. Prints `BEFORE_CLOSING_LINE` before it. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that failed to load has no tests, but counts as a failure.
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) {
        counts.failed += 1;
      }
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    const { passed, failed, skipped, pending } = counts;
    const before = process.env.BEFORE_CLOSING_LINE;
    if (before) console.log(`\n${before}`);
    console.log(`\n${passed} passed, ${failed + pending} failed, ${skipped} skipped`);
  }
}
