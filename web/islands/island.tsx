import { type ComponentType, createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { jsonForScript, markup } from "../markup.ts";
import { IslandRoot } from "../hydration/island-root.tsx";
import { createQueryClient, type Seed } from "../hydration/query-client.ts";
import type { IslandName } from "./registry.ts";

/** Context between a page and its islands, during one rendering. */
interface PageIslands {
  readonly seeds: readonly Seed[];
  /** Islands whose scripts are preloaded. */
  readonly starting: Set<IslandName>;
}

export const PageIslandsContext = createContext<PageIslands>({ seeds: [], starting: new Set() });

interface IslandProps<P extends object> {
  /** Its name in the registry. */
  readonly name: IslandName;
  readonly of: ComponentType<P>;
  /** Serialized as JSON. Public, since it is in the page. */
  readonly props: P;
  /** Distinguishes islands of the same name on one page. */
  readonly id?: string;
}

/**
 * Island: a part of a page that is hydrated in the browser. It is rendered separately, with the
 * identifier prefix with which it is hydrated. Within the page's tree, `useId` would return other
 * ids on the server than in the browser.
 */
export function Island<P extends object>(
  { name, of: Component, props, id = name }: IslandProps<P>,
) {
  const { seeds, starting } = useContext(PageIslandsContext);
  starting.add(name);
  const prefix = `${id}-`;
  const html = renderToString(
    <IslandRoot client={createQueryClient(seeds)}>
      <Component {...props} />
    </IslandRoot>,
    { identifierPrefix: prefix },
  );
  return (
    <div className="island" data-island={name} data-prefix={prefix} data-start="load">
      <div className="island" {...markup(html)} />
      <script
        type="application/json"
        {...markup(jsonForScript(props))}
      />
    </div>
  );
}
