/** Finds and checks the file of a backup, for `restore` and `check-backup`. */
import { stat } from "node:fs/promises";
import { openBackupPlace } from "../../../backup/open-place.ts";
import type { Checked, RestoreFiles } from "../../../backup/restore.ts";
import type { Environment } from "../../../config/env.ts";
import { createProgress, TaskError } from "../task.ts";

interface BackupFileParts {
  readonly environment: Pick<Environment, "backups">;
  readonly files: RestoreFiles;
}

/** Names the newest backup. */
export const latest = "latest";

/**
 * Returns the file's path; `undefined` if the backup was received from `BACKUPS` into the restore's files.
 * @throws {TaskError} If there is no backup of this name.
 */
export async function findBackup(
  file: string,
  { environment, files }: BackupFileParts,
): Promise<string | undefined> {
  if (await stat(file).then((found) => found.isFile(), () => false)) return file;
  const place = await openBackupPlace(environment.backups);
  const listed = await place.list();
  const found = file === latest ? listed[0] : listed.find(({ name }) => name === file);
  const body = found && await place.open(found.name);
  if (body !== undefined) {
    await files.receive(body, found?.bytes, () => {});
    return undefined;
  }
  const newest = listed.slice(0, 5).map(({ name }) => `\n  ${name}`).join("");
  throw new TaskError(
    `There is no file ${file}, nor a backup of this name.${newest && ` The newest are:${newest}`}`,
  );
}

/** @throws {BackupRefused} When it can't be restored. */
export async function checkBackupFile(
  file: string | undefined,
  secret: string,
  files: RestoreFiles,
): Promise<Checked> {
  const progress = createProgress("Checking the backup, percent", 100);
  const report = (share: number) => progress.report(Math.round(share * 100));
  const checked = await files.check({ file, secret }, report);
  progress.end();
  return checked;
}
