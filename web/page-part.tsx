import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Seed } from "./hydration/query-client.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import type { IslandName } from "./islands/registry.ts";
import { jsonForScript } from "./markup.ts";

/** A part of a page as bytes, and what the page around it has to know. */
export interface PagePart {
  readonly html: Uint8Array;
  /** Its seeds in JSON, without the brackets. */
  readonly seeds: Uint8Array;
  /** Islands in it that start with the page. */
  readonly starting: readonly IslandName[];
  readonly edges: readonly string[];
  /** What it takes while it is kept. */
  readonly byteLength: number;
}

/**
 * Parts that stand at an edge of the window, and what gets the focus not below them. They are named here
 * since `html:has(…)` would be asked anew whenever anything in the page changes.
 */
const edges = ["shell-nav", "section-bar", "profile-form"];

const encoder = new TextEncoder();

/**
 * Renders a part of a page.
 *
 * @param seeds Go into the page with it.
 * @param known Further seeds that its islands may read: what stands in the page already.
 */
export function renderPart(
  content: ReactNode,
  seeds: readonly Seed[] = [],
  known: readonly Seed[] = [],
): PagePart {
  const starting = new Set<IslandName>();
  const html = renderToStaticMarkup(
    <PageIslandsContext value={{ seeds: [...known, ...seeds], starting }}>
      {content}
    </PageIslandsContext>,
  );
  // Before it is encoded: what React returns is made whole by the first who looks into it, and not by the encoder.
  const touched = edges.filter((part) => html.includes(`class="${part}"`));
  const bytes = encoder.encode(html);
  const json = encoder.encode(jsonForScript(seeds).slice(1, -1));
  return {
    html: bytes,
    seeds: json,
    starting: [...starting],
    edges: touched,
    byteLength: bytes.byteLength + json.byteLength,
  };
}
