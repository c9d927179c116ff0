import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Sized } from "../api/answers/answer-cache.ts";
import type { Seed } from "./hydration/query-client.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import type { IslandName } from "./islands/registry.ts";
import { jsonForScript } from "./markup.ts";
import { ShellPlace } from "./pages/shell/shell.tsx";

/**
 * Parts that stand at an edge of the window, and what gets the focus not below them. They are named here
 * since `html:has(…)` would be asked anew whenever anything in the page changes.
 */
const edges = ["shell-nav", "section-bar", "profile-form"];

const encoder = new TextEncoder();

/** A part of a page as bytes, and what the page around it has to know. */
export class PagePart implements Sized {
  readonly html: Uint8Array<ArrayBuffer>;
  /** Its seeds in JSON, without the brackets. */
  readonly seeds: Uint8Array<ArrayBuffer>;
  readonly edges: readonly string[];

  /** @param starting Islands in it that start with the page. */
  constructor(html: string, seeds: readonly Seed[], readonly starting: readonly IslandName[]) {
    // Before it is encoded: what React returns is made whole by the first who looks into it, and not by the encoder.
    this.edges = edges.filter((part) => html.includes(`class="${part}"`));
    this.html = encoder.encode(html);
    this.seeds = encoder.encode(jsonForScript(seeds).slice(1, -1));
  }

  get byteLength(): number {
    return this.html.byteLength + this.seeds.byteLength;
  }
}

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
  return new PagePart(html, seeds, [...starting]);
}

/**
 * Renders a page's content as it stands in the shell: React counts identifiers by the place in the tree.
 */
export function renderContent(
  content: ReactNode,
  seeds?: readonly Seed[],
  known?: readonly Seed[],
): PagePart {
  return renderPart(<ShellPlace>{content}</ShellPlace>, seeds, known);
}
