import { Theme } from "@radix-ui/themes";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { programTheme } from "../ui/program-theme.ts";

interface IslandRootProps {
  readonly client: QueryClient;
  /** Called once the island is hydrated. Only in browsers. */
  readonly onReady?: () => void;
  readonly children: ReactNode;
}

/** Wrapper of every island, on the server and in the browser. */
export function IslandRoot({ client, onReady, children }: IslandRootProps) {
  useEffect(() => onReady?.(), [onReady]);

  return (
    <Theme {...programTheme} hasBackground={false} className="island">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Theme>
  );
}
