/**
 * Test settings.
 *
 * @module
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import Spread from "./.ci/spread.ts";

const notOurs = ["node_modules/**", "dist/**", "data/**", "coverage/**"];
const inBrowser = ["**/*.e2e.ts"];
/** Tests that share a document, mock a module, replace databases that their process has opened, or time a thread. */
const alone = [
  "**/*.test.tsx",
  "api/invitations/sheets/hostile.test.ts",
  "api/objects/draw-pdf.test.ts",
  "api/torture/**/*.test.ts",
  "api/operations/tasks/admin/accept-loss.test.ts",
  "api/operations/tasks/admin/{backup,restore,verify}/**/*.test.ts",
  "api/scenarios/{erasure,first-starts,forgotten-bytes,lost-data}.test.ts",
];

export default defineConfig({
  plugins: [react()],
  test: {
    pool: "forks",
    reporters: ["default", ".ci/shown-by-tests.ts", ".ci/closing-line.ts"],
    environment: "node",
    setupFiles: ["web/testing/patience.ts"],
    sequence: { sequencer: Spread },
    // Two work while two wait for their browsers and servers.
    maxWorkers: 4,
    // Ends what hangs, and is no measure of anything: a busy machine takes as long as it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for is waited for, however busy the machine is: a second is a guess about it.
    expect: { poll: { timeout: 30_000 } },
    // Files that share a process share its modules, and spies on them.
    restoreMocks: true,
    projects: [
      {
        extends: true,
        // Starting a browser and loading all modules for each file would take a third of the time.
        test: { name: "in a browser", include: inBrowser, exclude: notOurs, isolate: false },
      },
      {
        extends: true,
        // So would loading all modules.
        test: {
          name: "shared process",
          include: ["**/*.test.ts"],
          exclude: [...notOurs, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: "own process", include: alone, exclude: notOurs } },
    ],
  },
});
