/**
 * Test settings.
 *
 * @module
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import LongestFirst from "./.ci/longest-first.ts";

const never = ["node_modules/**", "dist/**", "data/**", "coverage/**"];
const quick = ["**/*.test.ts"];
/** Tests that start processes and browsers, change the environment, or share a document. */
const alone = [
  "**/*.e2e.ts",
  "**/*.test.tsx",
  ...["scenarios", "operations", "torture", "config", "node"].map((room) =>
    `api/${room}/**/*.test.ts`
  ),
];

export default defineConfig({
  plugins: [react()],
  test: {
    pool: "forks",
    reporters: ["default", ".ci/shown-by-tests.ts", ".ci/closing-line.ts"],
    environment: "node",
    // Files that share a process share its modules, and what spies were set on.
    restoreMocks: true,
    setupFiles: ["web/testing/patience.ts"],
    sequence: { sequencer: LongestFirst },
    // A third one works while two wait for their browsers and servers; more starve each other on two cores.
    maxWorkers: 3,
    // Ends what hangs, and is no measure of anything: a busy machine takes as long as it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for is waited for, however busy the machine is: a second is a guess about it.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        // Files share a worker's process and its loaded modules, which takes a third less time.
        test: {
          name: "shared process",
          include: quick,
          exclude: [...never, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "own process", include: alone, exclude: never },
      },
    ],
  },
});
