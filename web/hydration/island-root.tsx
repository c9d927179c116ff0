import { type ReactNode, useEffect } from "react";
import type { LookUps } from "./look-ups.ts";
import { LookUpsContext } from "./use-look-ups.ts";

interface IslandRootProps {
  readonly lookUps: LookUps;
  /** Called once the island is hydrated; in browsers only. */
  readonly onReady?: () => void;
  readonly children: ReactNode;
}

/** Wrapper of every island, on the server and in the browser. */
export function IslandRoot({ lookUps, onReady, children }: IslandRootProps) {
  useEffect(() => onReady?.(), [onReady]);

  return <LookUpsContext value={lookUps}>{children}</LookUpsContext>;
}
