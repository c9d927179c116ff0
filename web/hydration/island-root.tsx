import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";

interface IslandRootProps {
  readonly queryClient: QueryClient;
  /** Called once the island answers to events; in browsers only. */
  readonly onReady?: () => void;
  readonly children: ReactNode;
}

/** What surrounds every island, on the server and in the browser alike. */
export function IslandRoot({ queryClient, onReady, children }: IslandRootProps) {
  useEffect(() => onReady?.(), [onReady]);

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
