/** The page's query client, and a wrapper that gives it to islands. Loaded with the first island that uses it. */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { calls } from "../paths.ts";
import { createQueryClient } from "./query-client.ts";
import { readSeeds } from "./seeds.ts";
import { showUser } from "./user-face.tsx";

/** One for all islands of the page, with the page's seeds. */
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
