/** The page's query client, and a wrapper that gives it to islands. Loaded with the first island that uses it. */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { createQueryClient } from "./query-client.ts";

const queryClient = createQueryClient();

export function withQueries(Component: ComponentType<object>): ComponentType<object> {
  return (props) => (
    <QueryClientProvider client={queryClient}>
      <Component {...props} />
    </QueryClientProvider>
  );
}
