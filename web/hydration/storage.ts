/**
 * What the browser remembers: one store of atoms for a page, which islands (without a Provider) and scripts share. An
 * atom with storage reads it when it is first watched, so never on the server.
 */
import { type Atom, getDefaultStore } from "jotai/vanilla";
import { createJSONStorage } from "jotai/vanilla/utils";

export const store = getDefaultStore();

/** Runs a task on the browser's storage; `undefined` where it is turned off or full. Everything works without it, too. */
export function tryStorage<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

const textsOfTab = {
  getItem: (key: string) => tryStorage(() => sessionStorage.getItem(key)) ?? null,
  setItem: (key: string, text: string) => tryStorage(() => sessionStorage.setItem(key, text)),
  removeItem: (key: string) => tryStorage(() => sessionStorage.removeItem(key)),
};

/** Storage of an atom that outlives a reload, in this tab. */
export const inThisTab = <T>() => createJSONStorage<T>(() => textsOfTab);

/** An atom's value, read from the storage even if nothing watches it. */
export function readStored<T>(atom: Atom<T>): T {
  const leave = store.sub(atom, () => {});
  const value = store.get(atom);
  leave();
  return value;
}
