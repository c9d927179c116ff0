import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Whether this runs hydrated in a browser. `false` on the server. */
export function useHasScript(): boolean {
  return useSyncExternalStore(subscribeToNothing, () => true, () => false);
}
