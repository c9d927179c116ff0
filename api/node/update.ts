import { shareRuns } from "../../events/share-runs.ts";

/**
 * Runs work once for all calls made before it starts, if anything has changed since the last run.
 * @param version Changes with every write. If `undefined`, as on a server, the work always runs.
 */
export function createUpdate(
  work: () => Promise<void>,
  version: () => number | undefined,
): () => Promise<void> {
  let settledAt: number | undefined;
  const run = shareRuns(async () => {
    const before = version();
    await work();
    settledAt = before;
  });
  return async () => {
    const now = version();
    if (now === undefined || now !== settledAt) await run();
  };
}
