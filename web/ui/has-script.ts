import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Whether this runs in a browser and is hydrated: false on the server. */
export function useHasScript(): boolean {
  return useSyncExternalStore(subscribeToNothing, () => true, () => false);
}
