import { join } from "node:path";

/**
 * Marks a data folder as this process's until it ends, whatever ends it.
 *
 * @returns Whether no other process has it.
 */
export async function isAloneIn(dataDir: string): Promise<boolean> {
  const options = { create: true, write: true, mode: 0o600 };
  return await (await Deno.open(join(dataDir, "in-use"), options)).tryLock(true);
}
