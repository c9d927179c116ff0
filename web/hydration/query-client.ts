import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { getJson } from "./calls.ts";

/** A value that the server already knows, by the key that an island would query. */
export type Seed = readonly [key: QueryKey, value: unknown];

/**
 * A query's key is its path, in segments. Results never go stale and nothing is asked twice: what
 * changes is refreshed by the code that changed it.
 */
export function createQueryClient(seeds: readonly Seed[] = []): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getJson(queryKey.join("/"), signal),
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Without a connection, calls fail with a message rather than wait silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  for (const [key, value] of seeds) client.setQueryData(key, value);
  return client;
}
