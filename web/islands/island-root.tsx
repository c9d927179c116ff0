import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { createStore } from "jotai/vanilla";
import { Provider } from "jotai/react";
import type { ReactNode } from "react";

interface IslandRootProps {
  readonly queryClient: QueryClient;
  readonly store: ReturnType<typeof createStore>;
  readonly children: ReactNode;
}

/** What surrounds every island, on the server and in the browser alike. */
export function IslandRoot({ queryClient, store, children }: IslandRootProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Provider store={store}>{children}</Provider>
    </QueryClientProvider>
  );
}
