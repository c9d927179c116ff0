/**
 * The figures of `npm run budgets`, beside what they may be.
 *
 * @module
 */
import type { InteractionCost } from "./interactions.ts";
import { limits } from "./limits.ts";
import type { PageCost } from "./measure.ts";

const kb = (bytes: number) => (bytes / 1000).toFixed(1);
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
  const { scriptBytes, liveScriptBytes, styleBytes, htmlBytes, rawHtmlBytes } = limits;
  const script = Object.entries(scriptBytes).map(([kind, bytes]) => `${kind} ${kb(bytes)}`);
  console.log(
    `KB of gzip, at most: script ${script.join(", ")}, live ${kb(liveScriptBytes)}; style ` +
      `${kb(styleBytes)}; HTML ${kb(htmlBytes)}, raw ${kb(rawHtmlBytes)}`,
  );
  console.table(Object.fromEntries(costs.map((cost) => [cost.name, {
    script: kb(cost.scriptBytes),
    files: cost.scriptFiles,
    "script, live": kb(cost.liveScriptBytes),
    style: kb(cost.styleBytes),
    HTML: kb(cost.htmlBytes),
    "HTML, raw": kb(cost.rawHtmlBytes),
    CLS: cost.layoutShift.toFixed(3),
    "CLS, slow line": cost.slowLineShift.toFixed(3),
    "LCP ms": Math.round(cost.largestPaintMs),
  }])));
}

export function printTimes(interactions: readonly InteractionCost[]): void {
  console.log(`Milliseconds from an input to the next paint, at most ${limits.interactionMs}`);
  console.table(interactions);
}
