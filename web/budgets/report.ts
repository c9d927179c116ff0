/**
 * The figures of `npm run budgets`, beside what they may be.
 *
 * @module
 */
import type { InteractionCost } from "./interactions.ts";
import { limits } from "./limits.ts";
import type { PageCost } from "./measure.ts";
import { type TypingCost, typingProfiles } from "./typing.ts";

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

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

export function printInteractions(costs: readonly InteractionCost[]): void {
  console.log(`From an input to the next paint, at most ${limits.interactionMs} ms`);
  console.table(costs.map(({ page, does, runs, slowestMs }) => ({
    page,
    "what people do": does,
    visits: runs.join(", "),
    "INP ms": slowestMs,
  })));
}

export function printTyping(costs: readonly TypingCost[]): void {
  console.log(`From a key to the list that answers it, among ${typingProfiles} profiles`);
  console.table(costs.map(({ slowdown, keys, medianMs, p95Ms }) => ({
    "times slower": slowdown,
    keys,
    "median ms": medianMs,
    "p95 ms": p95Ms,
    "at most ms": limits.typingMs[slowdown],
  })));
}

/** A line for each time that is longer than wanted. */
export function slow(
  pages: readonly PageCost[],
  interactions: readonly InteractionCost[],
  typing: readonly TypingCost[] = [],
): readonly string[] {
  const late = (what: string, ms: number, wanted: number) =>
    ms > wanted ? [`${what} ${Math.round(ms)} ms, wanted ${wanted}`] : [];
  return [
    ...pages.flatMap(({ name, largestPaintMs }) =>
      late(`${name}: LCP`, largestPaintMs, limits.largestPaintMs)
    ),
    ...interactions.flatMap(({ page, does, slowestMs }) =>
      late(`${page}, ${does}: INP`, slowestMs, limits.interactionMs)
    ),
    ...typing.flatMap(({ slowdown, p95Ms }) =>
      late(`typing, processor ${slowdown}x: p95`, p95Ms, limits.typingMs[slowdown])
    ),
  ];
}
