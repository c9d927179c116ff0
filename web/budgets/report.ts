/**
 * The figures of `npm run budgets`, beside what they may be.
 *
 * @module
 */
import type { InteractionCost } from "./interactions.ts";
import { limits } from "./limits.ts";
import type { PageCost } from "./measure.ts";

const above = (what: string, is: number, limit: number, saysSo: string) =>
  is > limit ? [`${what} ${saysSo} ${limit}`] : [];

/** A line for each figure of bytes and layout shift that is over its budget. */
export function exceeded(costs: readonly PageCost[]): readonly string[] {
  return costs.flatMap((cost) =>
    ([
      ["script before first interaction", cost.scriptBytes, limits.scriptBytes[cost.kind]],
      ["files of script", cost.scriptFiles, limits.scriptFiles[cost.kind]],
      ["script", cost.liveScriptBytes, limits.liveScriptBytes],
      ["style", cost.styleBytes, limits.styleBytes],
      ["HTML", cost.htmlBytes, limits.htmlBytes],
      ["HTML before compression", cost.rawHtmlBytes, limits.rawHtmlBytes],
      ["layout shift", cost.layoutShift, limits.layoutShift],
      ["layout shift on a slow line", cost.slowLineShift, limits.layoutShift],
    ] as const).flatMap(([what, is, limit]) =>
      above(`${cost.name}: ${what} ${is},`, is, limit, "at most")
    )
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
    ...pages.flatMap(({ name, largestPaintMs }) =>
      late(`${name}: LCP`, largestPaintMs, limits.largestPaintMs)
    ),
    ...interactions.flatMap(({ page, does, slowestMs }) =>
      late(`${page}, ${does}: INP`, slowestMs, limits.interactionMs)
    ),
  ];
}

export function printPages(costs: readonly PageCost[]): void {
  console.log("Bytes of gzip and layout shift; at most", limits);
  console.table(Object.fromEntries(costs.map(({ name, ...cost }) => [name, cost])));
}

export function printTimes(interactions: readonly InteractionCost[]): void {
  console.log(`Milliseconds from an input to the next paint, at most ${limits.interactionMs}`);
  console.table(interactions);
}
