import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Puts a prepared file in the place of a database that no one has open. A crash leaves the old one or
 * the new one.
 */
export async function putInPlace(prepared: string, database: string): Promise<void> {
  // The old one's log is in it by now; beside the new one, SQLite would take it for that one's.
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
