import { setImmediate } from "node:timers";
import DataLoader from "dataloader";

/**
 * Batched reads: answers everyone who asks at about the same time with one query. A query of libSQL
 * costs the same for one row as for thirty, nearly, and every request asks who is signed in. It begins
 * after the last of them has asked, so each still sees everything that was written before.
 *
 * @param read Values by key; keys that are not there are left out.
 */
export function batchReads<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const loader = new DataLoader<string, V | undefined>(async (keys) => {
    // Within a batch, equal keys are one. Reads from here on belong to the next batch.
    loader.clearAll();
    const found = await read(keys);
    return keys.map((key) => found.get(key));
  }, {
    // After all that can be done without waiting, such as requests that are there already.
    batchScheduleFn: (begin) => void setImmediate(begin),
  });
  return (key) => loader.load(key);
}
