import { setImmediate } from "node:timers";

/**
 * Answers everyone who asks at about the same time with one query. A query of libSQL costs the same
 * for one row as for thirty, nearly, and every request asks who is signed in. It begins after the
 * last of them has asked, so each still sees everything that was written before.
 *
 * @param read Values by key; keys that are not there are left out.
 */
export function together<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let waiting: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, V>> };
  let isOpen = false;

  async function begin(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, V>> {
    await nextTurn();
    isOpen = false;
    return await read([...keys]);
  }

  return async (key) => {
    if (!isOpen) {
      isOpen = true;
      const keys = new Set<string>();
      waiting = { keys, found: begin(keys) };
    }
    const { keys, found } = waiting;
    keys.add(key);
    return (await found).get(key);
  };
}

/** After all that can be done without waiting, such as requests that are there already. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
