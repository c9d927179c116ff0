/**
 * The page's query client, and what gives it to islands that ask or save through it. Loaded with the first of them.
 *
 * @module
 */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { calls } from "../paths.ts";
import { createQueryClient } from "./query-client.ts";
import { readSeeds } from "./seeds.ts";
import { showUser } from "./user-face.tsx";

/** One for all islands of the page, holding what the server already knew. */
const queryClient = createQueryClient(readSeeds());

queryClient.getQueryCache().subscribe(({ query, type }) => {
  if (type === "updated" && query.queryKey[0] === calls.user) showUser(query.state.data);
});

/** The same component, with the query client around it. */
export function withQueries(Component: ComponentType<object>): ComponentType<object> {
  return (props) => (
    <QueryClientProvider client={queryClient}>
      <Component {...props} />
    </QueryClientProvider>
  );
}
