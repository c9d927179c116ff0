import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { MarkupStore } from "../api/product.ts";
import { joined } from "./frame.ts";
import type { Seed } from "./hydration/query-client.ts";
import { PageIslandsContext } from "./islands/island.tsx";
import { type Marks, splitAtMarks } from "./islands/kept-markup.tsx";
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
const nothing = new Uint8Array();

/**
 * Renders a part of a page.
 *
 * @param seeds Go into the page with it.
 * @param known Further seeds that its islands may read: what stands in the page already.
 * @param markup What is kept of members, for its islands.
 */
export function renderPart(
  content: ReactNode,
  seeds: readonly Seed[] = [],
  known: readonly Seed[] = [],
  markup?: MarkupStore,
): PagePart {
  const starting = new Set<IslandName>();
  const marked: Uint8Array[] = [];
  const marks = markup && marksIn(markup, marked);
  const html = renderToStaticMarkup(
    <PageIslandsContext value={{ seeds: [...known, ...seeds], starting, marks }}>
      {content}
    </PageIslandsContext>,
  );
  // Before it is encoded: what React returns is made whole by the first who looks into it, and not by the encoder.
  const touched = edges.filter((part) => html.includes(`class="${part}"`));
  const bytes = joined(
    splitAtMarks(html).map((piece, at) =>
      at % 2 === 0 ? encoder.encode(piece) : marked[Number(piece)] ?? nothing
    ),
  );
  const json = encoder.encode(jsonForScript(seeds).slice(1, -1));
  return {
    html: bytes,
    seeds: json,
    starting: [...starting],
    edges: touched,
    byteLength: bytes.byteLength + json.byteLength,
  };
}

/** @param marked Gets what each mark stands for; the mark says where in it. */
function marksIn(markup: MarkupStore, marked: Uint8Array[]): Marks {
  return {
    leave(memberId, part, content) {
      let html = markup.read(memberId, part);
      if (html === undefined) {
        // As the island around it is rendered, so that it is hydrated with it. For a picture that is not lazy
        // React would put a link into it, which stands before the island otherwise.
        html = encoder.encode(renderToString(content()));
        markup.add(memberId, part, html);
      }
      return String(marked.push(html) - 1);
    },
  };
}
