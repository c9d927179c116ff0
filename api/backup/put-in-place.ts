import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a closed database by a prepared file. A crash leaves the old or the new one.
 */
export async function putInPlace(prepared: string, database: string): Promise<void> {
  // The old log is already merged. Beside the new file, SQLite would apply it there.
  for (const ending of ["-wal", "-shm"]) await rm(database + ending, { force: true });
  await sync(prepared);
  await sync(dirname(database));
  await rename(prepared, database);
  await sync(dirname(database));
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
