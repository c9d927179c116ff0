/**
 * Files that containers find in volumes: read by their owner alone, and not written to by anybody.
 *
 * @module
 */
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** What is in the file; what `make` returns is, if it was not there. */
export async function secret(path: string, make: () => string): Promise<string> {
  if (!await exists(path)) {
    await put(path, make(), link);
    console.log(`Made ${path}`);
  }
  return (await readFile(path, "utf8")).trim();
}

/** Writes the file unless it holds just that. */
export async function keep(path: string, content: string): Promise<void> {
  if (await exists(path) && await readFile(path, "utf8") === `${content}\n`) return;
  await put(path, content);
}

/** Writes the file whole, and to the disk, before it has its name: a crash leaves what was there. */
async function put(path: string, content: string, name: typeof link = rename): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${content}\n`, { flag: "wx", mode: 0o400, flush: true });
  await name(unfinished, path);
  await rm(unfinished, { force: true });
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
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
