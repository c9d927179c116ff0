import { useSyncExternalStore } from "react";

/** What a search box holds. Apart from the view, so that a key draws the box and nothing else. */
export interface TypedText {
  get(): string;
  set(text: string): void;
  subscribe(listener: () => void): () => void;
}

export function createTypedText(initial: string): TypedText {
  let text = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => text,
    set(next) {
      text = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useTypedText({ subscribe, get }: TypedText): string {
  return useSyncExternalStore(subscribe, get, get);
}
