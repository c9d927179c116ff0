import { readLastBackup } from "../node/last-backup.ts";
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

/** How far behind the continuous backup is. */
export function continuousReadings(
  continuous: { readonly ageMs: () => number | undefined },
): Reading[] {
  return [{
    name: "alumni_continuous_backup_age_seconds",
    help: "How long ago the continuous backup had everything; on the node that makes it",
    read() {
      const ageMs = continuous.ageMs();
      return ageMs === undefined ? undefined : ageMs / 1000;
    },
  }];
}
