import { askWorker } from "../../events/worker.ts";
import type { BackupAnswer, BackupOrder } from "./make-backup.ts";

export type MakeBackup = (order: BackupOrder, until?: AbortSignal) => Promise<BackupAnswer>;

/** Makes a backup in its own thread, at lower priority than requests. */
export const makeBackupInThread: MakeBackup = async (order, until) => {
  const worker = new Worker(new URL("./backup-worker.ts", import.meta.url), { type: "module" });
  return await askWorker<BackupAnswer>(worker, order, until);
};
