/**
 * Files that containers find in volumes: read by their owner alone, and not written to by anybody.
 *
 * @module
 */
import { chmod, readFile, writeFile } from "node:fs/promises";

/** What is in the file; what `make` returns is, if it was not there. */
export async function secret(path: string, make: () => string): Promise<string> {
  if (!await exists(path)) {
    await writeFile(path, `${make()}\n`, { flag: "wx", mode: 0o400 });
    console.log(`Made ${path}`);
  }
  return (await readFile(path, "utf8")).trim();
}

/** Writes the file unless it holds just that. */
export async function keep(path: string, content: string): Promise<void> {
  if (await exists(path)) {
    if (await readFile(path, "utf8") === `${content}\n`) return;
    await chmod(path, 0o600);
  }
  await writeFile(path, `${content}\n`, { mode: 0o400 });
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
