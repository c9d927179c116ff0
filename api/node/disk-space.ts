import { statfs } from "node:fs/promises";

/** What is left for this user on the disk that a folder is on, and of how much. */
export async function diskSpaceAt(
  folder: string,
): Promise<{ readonly freeBytes: number; readonly percent: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, percent: Math.floor(bavail / Math.max(blocks, 1) * 100) };
}
