import type { Database } from "./database.ts";

/** Reads values by key; keys that are not there are left out. */
export type ReadMany<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;

/** How many values are kept at most. */
const maxValues = 4096;

/**
 * Looks values up once, until anyone writes to the database: then all of them are looked up again.
 * So nothing is ever older than what the database would say, whoever changed it. Where a database
 * cannot tell whether it was written to, nothing is kept.
 */
export function keptWhileUnchanged<V>(
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
    // What was read while somebody wrote may be from before.
    const isCurrent = before !== undefined && version === before && database.version() === before;
    if (!isCurrent) return found;
    if (values.size + found.size > maxValues) values.clear();
    for (const [key, value] of found) values.set(key, value);
    return found;
  };
}
