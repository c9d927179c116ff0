/**
 * Brings islands to life. Loaded by `client.ts` when the first one needs it, and with it React.
 *
 * @module
 */
import { hydrateRoot } from "react-dom/client";
import { IslandRoot } from "./island-root.tsx";
import { createLookUps } from "./look-ups.ts";
import { readSeeds } from "./seeds.ts";
import { type IslandName, registry } from "../islands/registry.ts";

const lookUps = createLookUps(readSeeds());

/** Loads what an island is made of, and does not start it. */
export const load = (element: HTMLElement) => registry[element.dataset.island as IslandName]();

/** Hydrates one island; its element says which, and with what. Resolves once it answers. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const root = element.querySelector(":scope > [data-root]");
  const props: object = JSON.parse(
    element.querySelector(":scope > script")?.textContent ?? "{}",
  );
  const Component = await load(element);
  if (root === null) return;
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <IslandRoot lookUps={lookUps} onReady={resolve}>
        <Component {...props} />
      </IslandRoot>,
      { identifierPrefix: element.dataset.prefix ?? "" },
    );
  });
  element.dataset.ready = "";
}
