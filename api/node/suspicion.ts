import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Marker in the data folder: a fault was found beside requests, so the next start verifies everything before its
 * first answer. It stays until a start has found nothing wrong.
 */
export function suspicionIn(dataDir: string) {
  const path = join(dataDir, "log-is-suspect");
  return {
    isThere: (): Promise<boolean> => stat(path).then(() => true, () => false),
    note: (): Promise<void> => writeFile(path, "", { mode: 0o600 }),
    clear: (): Promise<void> => rm(path, { force: true }),
  };
}
