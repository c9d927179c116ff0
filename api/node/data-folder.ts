import { statfs } from "node:fs/promises";
import { join } from "node:path";

/** Locks a data folder until this process ends, even if killed. False if another process has it. */
export async function lockFolder(dataDir: string): Promise<boolean> {
  const path = join(dataDir, "in-use");
  const file = await Deno.open(path, { create: true, write: true });
  await Deno.chmod(path, 0o600);
  return await file.tryLock(true);
}

/** Free space for this user on a folder's disk. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
