import { join } from "node:path";

/**
 * Locks a data folder until this process ends, even if it is killed.
 *
 * @returns Whether no other process has locked it.
 */
export async function isAloneIn(dataDir: string): Promise<boolean> {
  const path = join(dataDir, "in-use");
  const file = await Deno.open(path, { create: true, write: true });
  await Deno.chmod(path, 0o600);
  return await file.tryLock(true);
}
