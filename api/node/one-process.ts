import { join } from "node:path";

/**
 * Marks a data folder as this process's until it ends, whatever ends it.
 *
 * @returns Whether no other process has it.
 */
export async function isAloneIn(dataDir: string): Promise<boolean> {
  const path = join(dataDir, "in-use");
  const file = await Deno.open(path, { create: true, write: true });
  await Deno.chmod(path, 0o600);
  return await file.tryLock(true);
}
