import type { Database } from "./database.ts";

/** Reads values by key; keys that are not there are left out. */
export type ReadMany<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;

const maxValues = 4096;

/** A cache of reads, emptied by any write to the database; disabled if that can't be noticed. */
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
    const known = new Map<string, V>();
    for (const key of keys) if (values.has(key)) known.set(key, values.get(key) as V);
    const missing = keys.filter((key) => !known.has(key));
    if (missing.length === 0) return known;
    const found = await read(missing);
    const isCurrent = before !== undefined && version === before && database.version() === before;
    // Not cached: someone wrote during this read, so it may be out of date.
    if (!isCurrent) return known.size === 0 ? found : await read(keys);
    if (values.size + found.size > maxValues) values.clear();
    for (const [key, value] of found) {
      known.set(key, value);
      if (values.size < maxValues) values.set(key, value);
    }
    return known;
  };
}
