import { statfs } from "node:fs/promises";

/** Free space for this user on the disk of a folder, and its share of the disk. */
export async function diskSpaceAt(
  folder: string,
): Promise<{ readonly freeBytes: number; readonly percent: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, percent: Math.floor(bavail / Math.max(blocks, 1) * 100) };
}
