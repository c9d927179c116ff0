import { MutationCache, notifyManager, QueryClient, type QueryKey } from "@tanstack/react-query";
import { calls } from "../paths.ts";
import { getJson } from "./calls.ts";

/** An answer that the server already has, by the key with which an island requests it. */
export type Seed = readonly [key: QueryKey, answer: unknown];

/** The key of a path: its segments, and its parameters as another one, if there are any. */
export function keyOf(path: string, params?: URLSearchParams): QueryKey {
  const search = params?.toString() ?? "";
  return [...path.slice(1).split("/"), ...(search === "" ? [] : [`?${search}`])];
}

function pathOf(key: QueryKey): string {
  return `/${key.join("/")}`.replace("/?", "?");
}

// Before the browser paints: after a timer, a pressed switch would first be shown as it was.
notifyManager.setScheduler(queueMicrotask);

/**
 * The queries of a page's islands. Answers never go stale, and no query is repeated, except that a
 * change refreshes the account and the own profile. Queries that no one waits for are aborted.
 */
export function createQueryClient(seeds: readonly Seed[] = []): QueryClient {
  const changes = new MutationCache({
    onSuccess() {
      for (const path of [calls.user, calls.ownProfile]) {
        void client.invalidateQueries({ queryKey: keyOf(path) });
      }
    },
  });
  const client = new QueryClient({
    mutationCache: changes,
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getJson(pathOf(queryKey), signal),
        staleTime: Infinity,
        gcTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        // Only failed ones, since answers are never stale.
        refetchOnReconnect: true,
        // Without a connection, calls fail with a message rather than waiting silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  for (const [key, answer] of seeds) client.setQueryData(key, answer);
  return client;
}
