import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Sized } from "../api/answers/answer-cache.ts";
import type { Seed } from "./hydration/query-client.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import type { IslandName } from "./islands/registry.ts";
import { jsonForScript } from "./markup.ts";

const encoder = new TextEncoder();

export class PagePart implements Sized {
  readonly html: Uint8Array<ArrayBuffer>;
  /** Its seeds as JSON, without the brackets. */
  readonly seeds: Uint8Array<ArrayBuffer>;

  /**
   * @param starting Islands in it that start with the page.
   * @param slots Slots of the people in it, who are counted for each reader.
   */
  constructor(
    html: string,
    seeds: readonly Seed[],
    readonly starting: readonly IslandName[],
    readonly slots: readonly number[],
  ) {
    this.html = encoder.encode(html);
    this.seeds = encoder.encode(jsonForScript(seeds).slice(1, -1));
  }

  get byteLength(): number {
    return this.html.byteLength + this.seeds.byteLength + 8 * this.slots.length;
  }
}

export function renderPart(
  content: ReactNode,
  seeds: readonly Seed[] = [],
  slots: readonly number[] = [],
): PagePart {
  const starting = new Set<IslandName>();
  const html = renderToStaticMarkup(
    <PageIslandsContext value={{ seeds, starting }}>{content}</PageIslandsContext>,
  );
  return new PagePart(html, seeds, [...starting], slots);
}
