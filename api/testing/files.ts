import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface FileBytes {
  readonly path: string;
  /** One character for each byte. */
  readonly bytes: string;
}

/**
 * Every file below a folder, one after the other. Those that are gone when they are read are left out: what SQLite
 * keeps beside a database goes with its last connection, which in this process ends whenever memory is collected.
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
