import { useSyncExternalStore } from "react";

/** The text in a search box. Apart from the view, so that a key renders only the box. */
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
