import { access, statfs } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentError } from "../config/environment-error.ts";

/** Locks a data folder until this process ends, even if killed. False if another process has it. */
export async function lockFolder(dataDir: string): Promise<boolean> {
  const path = join(dataDir, "in-use");
  const file = await Deno.open(path, { create: true, write: true });
  await Deno.chmod(path, 0o600);
  return await file.tryLock(true);
}

/** Marker in the data folder while a restore moves files into place. */
export function unfinishedRestore(dataDir: string): string {
  return join(dataDir, "restore-unfinished");
}

/** Refuses data that is only partly restored. @throws {EnvironmentError} */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (!await access(unfinishedRestore(dataDir)).then(() => true, () => false)) return;
  throw new EnvironmentError([
    `DATA_DIR: a restore into ${dataDir} was interrupted; run it again before anything else`,
  ]);
}

/** Free space for this user on a folder's disk. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
