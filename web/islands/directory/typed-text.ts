import { useSyncExternalStore } from "react";

/** What a search box holds. Apart from the view, so that a key draws the box and nothing else. */
export type TypedText = ReturnType<typeof createTypedText>;

export function createTypedText(initial: string) {
  let text = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): string => text,
    set(next: string): void {
      text = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useTypedText({ subscribe, get }: TypedText): string {
  return useSyncExternalStore(subscribe, get, get);
}
