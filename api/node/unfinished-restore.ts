import { access } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentError } from "../config/environment-error.ts";

/** Marker that is in the data folder while a restore puts files in place. */
export function unfinishedRestore(dataDir: string): string {
  return join(dataDir, "restore-unfinished");
}

/**
 * Interrupted restore: refuses data that is only partly restored.
 *
 * @throws {EnvironmentError}
 */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (!await access(unfinishedRestore(dataDir)).then(() => true, () => false)) return;
  throw new EnvironmentError([
    `DATA_DIR: a restore into ${dataDir} was interrupted; run it again before anything else`,
  ]);
}
