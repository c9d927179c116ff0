/**
 * State that islands share in one browser tab.
 *
 * @module
 */
import { atom, createStore } from "jotai/vanilla";

/** The tab's store. Islands are separate React trees; this is what they have in common. */
export const store = createStore();

export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: "default" | "destructive" | undefined;
  /** How long it stays; 5000 unless told. */
  readonly durationMs?: number | undefined;
}

/** The one toast that shows, with a number that tells it from the one before. */
export const toastAtom = atom<(Toast & { readonly number: number }) | undefined>(undefined);
