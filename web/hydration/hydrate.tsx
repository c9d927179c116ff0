/**
 * Brings islands to life. Loaded by `client.ts` when the first one needs it, and with it React.
 *
 * @module
 */
import { hydrateRoot } from "react-dom/client";
import { IslandRoot } from "./island-root.tsx";
import { createQueryClient, type Seed } from "./query-client.ts";
import { showUser } from "./user-face.tsx";
import { type IslandName, registry } from "../islands/registry.ts";
import { calls } from "../paths.ts";

const seeds = document.getElementById("seeds")?.textContent;

/** One for all islands of the page, holding what the server already knew. */
export const queryClient = createQueryClient(seeds ? JSON.parse(seeds) as Seed[] : []);

queryClient.getQueryCache().subscribe(({ query, type }) => {
  if (type === "updated" && query.queryKey[0] === calls.user) showUser(query.state.data);
});

/** Hydrates one island; its element says which, and with what. Resolves once it answers. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const name = element.dataset.island as IslandName;
  const root = element.querySelector(":scope > [data-root]");
  const props: object = JSON.parse(
    element.querySelector(":scope > script")?.textContent ?? "{}",
  );
  const Component = await registry[name]();
  if (root === null) return;
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <IslandRoot queryClient={queryClient} onReady={resolve}>
        <Component {...props} />
      </IslandRoot>,
      { identifierPrefix: element.dataset.prefix ?? "" },
    );
  });
  element.dataset.ready = "";
}
