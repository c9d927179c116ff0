import type { InteractionCost } from "./interactions.ts";
import type { PageCost } from "./measure.ts";

/** What a page may cost, at most. Sizes are gzip, of the production build; 1 KB is 1000 bytes. */
export const limits = {
  /** By what the page is for. */
  scriptBytes: {
    what: "script before first interaction",
    most: { read: 10_000, directory: 95_000, used: 110_000 },
  },
  /** A form that is used from the start has parts of its own; a directory is opened most. */
  scriptFiles: { what: "files of script", most: { read: 3, directory: 6, used: 20 } },
  /** Once the islands of the page answer; overlays load when they open. */
  liveScriptBytes: { what: "script", most: 110_000 },
  styleBytes: { what: "style", most: 25_000 },
  /** A directory has the most: 24 cards, a hundred choices, and both again as JSON. */
  htmlBytes: { what: "HTML", most: 14_000 },
  rawHtmlBytes: { what: "HTML before compression", most: 96_000 },
  layoutShift: { what: "layout shift", most: 0.02 },
  slowLineShift: { what: "layout shift on a slow line", most: 0.02 },
} as const;

/** Wanted, not enforced: they depend on the machine. */
const [largestPaintMs, interactionMs] = [1800, 150];

const above = (what: string, is: number, limit: number, saysSo: string) =>
  is > limit ? [`${what} ${saysSo} ${limit}`] : [];

/** Figures over budget: one line for each. */
export function exceeded(costs: readonly PageCost[]): readonly string[] {
  const figures = Object.keys(limits) as (keyof typeof limits)[];
  return costs.flatMap((cost) =>
    figures.flatMap((figure) => {
      const { what, most } = limits[figure];
      const limit = typeof most === "number" ? most : most[cost.kind];
      return above(`${cost.name}: ${what} ${cost[figure]},`, cost[figure], limit, "at most");
    })
  );
}

/** A line for each time that is longer than wanted. */
export function slow(
  pages: readonly PageCost[],
  interactions: readonly InteractionCost[],
): readonly string[] {
  const late = (what: string, ms: number, wanted: number) =>
    above(`${what} ${Math.round(ms)} ms,`, ms, wanted, "wanted");
  return [
    ...pages.flatMap((page) => late(`${page.name}: LCP`, page.largestPaintMs, largestPaintMs)),
    ...interactions.flatMap(({ page, does, slowestMs }) =>
      late(`${page}, ${does}: INP`, slowestMs, interactionMs)
    ),
  ];
}
