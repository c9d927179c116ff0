/** Values by key, at most so many bytes together: what was not used for longest goes first. */
export interface Kept<T> {
  readonly bytes: number;
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  clear(): void;
  values(): Iterable<T>;
}

/** What an entry takes beside its key and value, about. */
const entryBytes = 100;

/** @param sizeOf Bytes of a value; one that is larger than a tenth of all is not kept. */
export function createKept<T>(maxBytes: number, sizeOf: (value: T) => number): Kept<T> {
  // A Map remembers in which order its keys were set.
  const values = new Map<string, T>();
  let bytes = 0;

  const cost = (key: string, value: T) => entryBytes + 2 * key.length + sizeOf(value);

  function remove(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    bytes -= cost(key, value);
    values.delete(key);
  }

  return {
    get bytes() {
      return bytes;
    },
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      const more = cost(key, value);
      if (more * 10 > maxBytes) return;
      values.set(key, value);
      bytes += more;
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      values.clear();
      bytes = 0;
    },
    values: () => values.values(),
  };
}
