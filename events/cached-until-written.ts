import type { Database } from "./database.ts";

/** Reads values by key; keys that are not there are left out. */
export type ReadMany<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;

const maxValues = 4096;

/** A cache of reads that is emptied when anyone writes to the database; nothing is cached if it can't tell. */
export function cachedUntilWritten<V>(
  database: Pick<Database, "version">,
  read: ReadMany<V>,
): ReadMany<V> {
  const values = new Map<string, V>();
  let version: number | undefined;

  return async (keys) => {
    const before = database.version();
    if (before === undefined || before !== version) {
      values.clear();
      version = before;
    }
    if (keys.every((key) => values.has(key))) {
      return new Map(keys.map((key) => [key, values.get(key) as V]));
    }
    const found = await read(keys);
    // Not cached: someone wrote during this read, so it may be out of date.
    const isCurrent = before !== undefined && version === before && database.version() === before;
    if (!isCurrent) return found;
    if (values.size + found.size > maxValues) values.clear();
    for (const [key, value] of found) values.set(key, value);
    return found;
  };
}
