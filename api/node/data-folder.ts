import { statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * Locks a data folder until it is released or this process ends, even if killed. Returns `undefined` if another process
 * holds the lock.
 */
export async function lockFolder(dataDir: string): Promise<{ release(): void } | undefined> {
  const path = join(dataDir, "in-use");
  const file = await Deno.open(path, { create: true, write: true });
  await Deno.chmod(path, 0o600);
  if (await file.tryLock(true)) return { release: () => file.close() };
  file.close();
  return undefined;
}

/** Free space for this user on a folder's disk. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
