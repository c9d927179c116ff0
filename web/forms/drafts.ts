/** Drafts: unsaved input, stored in the tab, so that it survives a reload. Logging out drops them. */
import { atom } from "jotai/vanilla";
import { atomWithStorage, RESET } from "jotai/vanilla/utils";
import { inThisTab, store } from "../hydration/storage.ts";

/** Drafts by form and member, so that no one sees another member's. */
const draftsAtom = atomWithStorage<Readonly<Record<string, unknown>>>("drafts", {}, inThisTab());

/** A member's draft of a form; `undefined` without one, and to drop it. */
export function draftAtom(form: string, memberId: string) {
  const name = `${form}:${memberId}`;
  return atom(
    (get) => get(draftsAtom)[name],
    (_, set, draft: unknown) => set(draftsAtom, (drafts) => ({ ...drafts, [name]: draft })),
  );
}

export function dropDrafts(): void {
  store.set(draftsAtom, RESET);
}
