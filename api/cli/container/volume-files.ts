/** Files for containers in volumes: readable only for their owner, writable for no one. */
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The file's content, created by `make` if missing. */
export async function secret(path: string, make: () => string): Promise<string> {
  if (!await exists(path)) {
    await put(path, make(), link);
    console.log(`Made ${path}`);
  }
  return (await readFile(path, "utf8")).trim();
}

export async function writeIfChanged(path: string, content: string): Promise<void> {
  if (await exists(path) && await readFile(path, "utf8") === `${content}\n`) return;
  await put(path, content);
}

/** Flushes the file before renaming it, so that a crash leaves the old file. */
async function put(path: string, content: string, name: typeof link = rename): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${content}\n`, { flag: "wx", mode: 0o400, flush: true });
  await name(unfinished, path);
  await rm(unfinished, { force: true });
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
