/**
 * The page's stored state: one store of atoms, shared by islands (without a Provider) and scripts.
 * An atom with storage reads it when it is first watched, so never on the server.
 */
import { type Atom, getDefaultStore } from "jotai/vanilla";
import { createJSONStorage } from "jotai/vanilla/utils";

export const store = getDefaultStore();

/**
 * Runs a task on the browser's storage; `undefined` if it is turned off or full. Everything works
 * without it.
 */
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

/** Storage in this tab for an atom that survives a reload. */
export const inThisTab = <T>() => createJSONStorage<T>(() => textsOfTab);

/** An atom's value, read from the storage even if nothing watches it. */
export function readStored<T>(atom: Atom<T>): T {
  const leave = store.sub(atom, () => {});
  const value = store.get(atom);
  leave();
  return value;
}
