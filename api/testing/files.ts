import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface FileBytes {
  readonly path: string;
  /** One character for each byte. */
  readonly bytes: string;
}

/**
 * Reads every file below a folder. Skips files that were removed since listing: SQLite removes its files beside a
 * database with the last connection, which in this process can end at any garbage collection.
 */
export async function filesBelow(folder: string): Promise<FileBytes[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: FileBytes[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path, "latin1").catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (bytes !== undefined) found.push({ path, bytes });
  }
  return found;
}
