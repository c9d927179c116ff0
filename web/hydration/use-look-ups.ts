import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from "react";
import type { LookUp, LookUps } from "./look-ups.ts";

export const LookUpsContext = createContext<LookUps | undefined>(undefined);

/** The page's look-ups, shared by all its islands. */
export function useLookUpsOfPage(): LookUps {
  const lookUps = useContext(LookUpsContext);
  if (lookUps === undefined) throw new Error("There are no look-ups outside of an island");
  return lookUps;
}

/** Answers of these paths, in order; fetches missing ones. */
export function useLookUps(paths: readonly string[]): readonly LookUp[] {
  const lookUps = useLookUpsOfPage();
  const latest = useRef<readonly LookUp[]>([]);
  const watch = useCallback(
    (notify: () => void) => lookUps.watch(paths, notify),
    [lookUps, paths.join("\n")],
  );
  const read = () => {
    const next = paths.map(lookUps.read);
    // The same answers must be the same list, or React would render forever.
    const isSame = next.length === latest.current.length &&
      next.every((lookUp, at) => lookUp === latest.current[at]);
    if (!isSame) latest.current = next;
    return latest.current;
  };
  return useSyncExternalStore(watch, read, read);
}
