/**
 * Test settings.
 *
 * @module
 */
import { defineConfig } from "vitest/config";
import Spread from "./.ci/spread.ts";

const notOurs = ["node_modules/**", "dist/**", "data/**", "coverage/**"];
const inBrowser = ["**/*.e2e.ts"];
const inDocument = [
  "**/*.test.tsx",
  "web/hydration/{calls,query-client}.test.ts",
  "web/pages/{delete,reset-password,select-role}/view.test.ts",
  "web/pages/edit-profile/account-form.test.ts",
  "web/pages/landing/account-card.test.ts",
];
/** Tests that mock a module, replace databases that their process has opened, or time a thread. */
const alone = [
  "api/features/invitations/sheets/hostile.test.ts",
  "web/pages/program/import/pauses.test.ts",
  "api/drawing/*.test.ts",
  "api/crash-tests/**/*.test.ts",
  "api/scenarios/{erasure,first-starts,forgotten-bytes,lost-data,restore}.test.ts",
];

export default defineConfig({
  // As Deno does it: the runtime of React's development build exists in that build only.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    pool: "forks",
    // As in a service, also for those that tests start: React's development build renders several times slower.
    env: { NODE_ENV: "production" },
    reporters: ["default", ".ci/shown-by-tests.ts", ".ci/closing-line.ts"],
    environment: "node",
    setupFiles: ["web/testing/patience.ts"],
    sequence: { sequencer: Spread },
    // Two work while two wait for their browsers and servers.
    maxWorkers: 4,
    // Ends what hangs, and is no measure of anything: a busy machine takes as long as it takes.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is polled for is waited for, however busy the machine is: a second is a guess about it.
    expect: { poll: { timeout: 60_000 } },
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
          exclude: [...notOurs, ...alone, ...inDocument],
          isolate: false,
        },
      },
      { extends: true, test: { name: "own process", include: alone, exclude: notOurs } },
      {
        extends: true,
        // With React's development build: only that tells tests when it has rendered.
        test: { name: "in a document", include: inDocument, env: { NODE_ENV: "test" } },
      },
    ],
  },
});
