/**
 * Test settings.
 *
 * @module
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import LongestFirst from "./.ci/longest-first.ts";

export default defineConfig({
  plugins: [react()],
  test: {
    pool: "forks",
    reporters: ["default", ".ci/shown-by-tests.ts", ".ci/closing-line.ts"],
    environment: "node",
    setupFiles: ["web/testing/patience.ts"],
    include: ["**/*.test.ts", "**/*.test.tsx", "**/*.e2e.ts"],
    exclude: ["node_modules/**", "dist/**", "data/**", "coverage/**"],
    sequence: { sequencer: LongestFirst },
    // A third one works while two wait for their browsers and servers; more starve each other on two cores.
    maxWorkers: 3,
    // Ends what hangs, and is no measure of anything: a busy machine takes as long as it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for is waited for, however busy the machine is: a second is a guess about it.
    expect: { poll: { timeout: 30_000 } },
  },
});
