import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether a fault was found beside requests: the next start then verifies everything before its first answer. */
export interface Suspicion {
  isThere(): Promise<boolean>;
  note(): Promise<void>;
  clear(): Promise<void>;
}

/** A file in the data folder, which stays until a start has found nothing. */
export function suspicionIn(dataDir: string): Suspicion {
  const path = join(dataDir, "log-is-suspect");
  return {
    isThere: () => stat(path).then(() => true, () => false),
    note: () => writeFile(path, "", { mode: 0o600 }),
    clear: () => rm(path, { force: true }),
  };
}
