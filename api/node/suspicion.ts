import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether a fault was found beside requests: the next start then verifies everything before its first answer. */
export type Suspicion = ReturnType<typeof suspicionIn>;

/** A file in the data folder, which stays until a start has found nothing. */
export function suspicionIn(dataDir: string) {
  const path = join(dataDir, "log-is-suspect");
  return {
    isThere: (): Promise<boolean> => stat(path).then(() => true, () => false),
    note: (): Promise<void> => writeFile(path, "", { mode: 0o600 }),
    clear: (): Promise<void> => rm(path, { force: true }),
  };
}
