import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Sized } from "../api/answers/answer-cache.ts";
import type { Seed } from "./hydration/query-client.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import type { IslandName } from "./islands/registry.ts";
import { jsonForScript } from "./markup.ts";

/**
 * Parts that stick to an edge of the window: focused elements scroll clear of them. They are named here
 * since `html:has(…)` would be evaluated again whenever anything in the page changes.
 */
const edges = ["shell-nav", "section-bar", "profile-form"];

const encoder = new TextEncoder();

export class PagePart implements Sized {
  readonly html: Uint8Array<ArrayBuffer>;
  /** Its seeds in JSON, without the brackets. */
  readonly seeds: Uint8Array<ArrayBuffer>;
  readonly edges: readonly string[];

  /** @param starting Islands in it that start with the page. */
  constructor(html: string, seeds: readonly Seed[], readonly starting: readonly IslandName[]) {
    // Before encoding: React returns a lazy string. Reading it makes it flat, encoding does not.
    this.edges = edges.filter((part) => html.includes(`class="${part}"`));
    this.html = encoder.encode(html);
    this.seeds = encoder.encode(jsonForScript(seeds).slice(1, -1));
  }

  get byteLength(): number {
    return this.html.byteLength + this.seeds.byteLength;
  }
}

export function renderPart(content: ReactNode, seeds: readonly Seed[] = []): PagePart {
  const starting = new Set<IslandName>();
  const html = renderToStaticMarkup(
    <PageIslandsContext value={{ seeds, starting }}>{content}</PageIslandsContext>,
  );
  return new PagePart(html, seeds, [...starting]);
}
