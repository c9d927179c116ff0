import { counted } from "../../../../events/amounts.ts";
import { BackupRefused } from "../../../backup/backup-refused.ts";
import { noteChecked } from "../../../backup/backups.ts";
import { createRestoreFiles } from "../../../backup/restore.ts";
import { askSecret } from "../ask-secret.ts";
import { onData } from "../command.ts";
import { now } from "../open-data.ts";
import { TaskError } from "../task.ts";
import { checkBackupFile, findBackup } from "./backup-file.ts";

export const checkBackup = onData({
  summary: "try whether a backup can be restored",
  help:
    `Try whether a backup can be restored, without changing anything. The service can keep running.

  npm run admin -- check-backup latest
  npm run admin -- check-backup alumni-2026-11-21T03-00-00Z.age        one of those in BACKUPS
  npm run admin -- check-backup /media/usb/alumni-2026-11-21T03-00-00Z.age < secret.txt

Type the secret from the printed sheet, so that you know whether the sheet is right. The command
opens the backup with it, checks all of it like a restore, and prints a summary. Staff then see
under Program, Settings, Handover when a backup was last checked.`,
  names: ["file"],
  async run({ environment, database }, _, file = "") {
    const files = createRestoreFiles(environment);
    try {
      const path = await findBackup(file, { environment, files });
      const secret = await askSecret("The secret on the printed sheet (AGE-SECRET-KEY-1…):");
      const { about, invitations } = await checkBackupFile(path, secret, files);
      const madeAt = new Date(about.madeAt);
      await noteChecked(database, { at: now(), madeAt });
      const made = madeAt.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
      return `This backup can be restored. It is of ${about.program}, made on ${made}: ` +
        `${counted(about.people, "person", "people")} with an account, ` +
        `${counted(about.pictures, "picture file")}, ${counted(invitations, "open invitation")}.`;
    } catch (error) {
      throw error instanceof BackupRefused ? new TaskError(error.message) : error;
    } finally {
      await files.clear();
    }
  },
});
