/** Hydrates islands. Loaded, with React, by `client.ts` for the first island. */
import { hydrateRoot } from "react-dom/client";
import { IslandRoot } from "./island-root.tsx";
import { createQueryClient, type Seed } from "./query-client.ts";
import { showScriptless } from "./early.ts";
import { tolerateTranslation } from "./translated.ts";
import { type IslandName, registry } from "../islands/registry.ts";

/** Reads answers that the server put into this page, so that islands needn't fetch them. */
function readSeeds(): readonly Seed[] {
  const seeds = document.getElementById("seeds")?.textContent;
  return seeds ? JSON.parse(seeds) : [];
}

tolerateTranslation();
/** One for the page, so that its islands share their answers. */
const client = createQueryClient(readSeeds());

/**
 * Hydrates an island, whose element has its name and props. Resolves once it is interactive. If it
 * throws, then or later, its HTML stays and works as on a page without script.
 */
export async function hydrate(element: HTMLElement): Promise<void> {
  const [root, props] = element.children;
  const Component = await registry[element.dataset.island as IslandName]();
  if (root === undefined) return;
  // React has removed all HTML by the time it reports an error.
  const removed = new MutationObserver(() => {});
  removed.observe(root, { childList: true });
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <IslandRoot client={client} onReady={resolve}>
        <Component {...JSON.parse(props?.textContent ?? "{}")} />
      </IslandRoot>,
      {
        identifierPrefix: element.dataset.prefix ?? "",
        onUncaughtError(error) {
          root.append(...removed.takeRecords().flatMap((change) => [...change.removedNodes]));
          for (const button of root.querySelectorAll("button")) button.disabled = false;
          showScriptless();
          console.error(error);
          resolve();
        },
      },
    );
  });
  element.dataset.ready = "";
}
