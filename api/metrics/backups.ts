import { readLastBackup } from "../backup/last-backup.ts";
import type { Reading } from "./metrics.ts";

/** When the log, the vault and the pictures of a data folder were last backed up. */
export function backupReadings(dataDir: string): Reading[] {
  return (["log", "vault", "pictures"] as const).map((kind) => ({
    name: "alumni_backup_last_success_timestamp_seconds",
    help: "When it was last backed up; 0 when no backup of it is known to the data folder",
    labels: { kind },
    async read() {
      const at = (await readLastBackup(dataDir))[kind];
      return at === undefined ? 0 : Date.parse(at) / 1000;
    },
  }));
}
