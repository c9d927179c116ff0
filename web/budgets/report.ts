/**
 * The figures of `npm run budgets`, beside what they may be.
 *
 * @module
 */
import type { InteractionCost } from "./interactions.ts";
import type { LighthouseScore } from "./lighthouse.ts";
import { limits } from "./limits.ts";
import type { PageCost } from "./measure.ts";
import { printTable } from "./table.ts";
import { type TypingCost, typingProfiles } from "./typing.ts";

export function printPages(costs: readonly PageCost[], slowdown: number): void {
  const kb = (bytes: number) => (bytes / 1000).toFixed(1);
  console.log(
    `Budgets, in KB of gzip: script ${
      kb(limits.scriptBytes.read)
    } before someone touches a page that is ` +
      `read, ${
        kb(limits.scriptBytes.directory)
      } in ${limits.scriptFiles.directory} files on a directory, ` +
      `${kb(limits.liveScriptBytes)} elsewhere; style ` +
      `${kb(limits.styleBytes)}; HTML ${kb(limits.htmlBytes)} and ${
        kb(limits.rawHtmlBytes)
      } before compression. Layout shift ${limits.layoutShift}. LCP wanted ` +
      `${limits.largestPaintMs} ms; measured with the processor ${slowdown} times slower.\n`,
  );
  const rows = costs.map((cost) => [
    cost.name,
    kb(cost.scriptBytes),
    String(cost.scriptFiles),
    kb(cost.liveScriptBytes),
    kb(cost.styleBytes),
    kb(cost.htmlBytes),
    kb(cost.rawHtmlBytes),
    cost.layoutShift.toFixed(3),
    cost.slowLineShift.toFixed(3),
    String(Math.round(cost.largestPaintMs)),
  ]);
  printTable([
    "page",
    "script",
    "files",
    "script, live",
    "style",
    "HTML",
    "HTML, raw",
    "CLS",
    "CLS, slow line",
    "LCP ms",
  ], rows);
}

export function printInteractions(costs: readonly InteractionCost[], slowdown: number): void {
  console.log(
    `INP wanted ${limits.interactionMs} ms: from an input to the next paint, with the processor ` +
      `${slowdown} times slower; the median of ${costs[0]?.runs.length ?? 0} visits.\n`,
  );
  const ms = (slowest: number) => slowest === 0 ? "< 16" : String(slowest);
  printTable(
    ["page", "what people do", "visits", "INP ms", "wanted ms"],
    costs.map(({ page, does, runs, slowestMs }) => [
      page,
      does,
      `(${runs.map(ms).join(", ")})`,
      ms(slowestMs),
      String(limits.interactionMs),
    ]),
  );
  const slowest = costs.toSorted((one, other) => other.slowestMs - one.slowestMs)[0];
  if (slowest === undefined) return;
  console.log(`INP: ${ms(slowest.slowestMs)} ms (${slowest.page}: ${slowest.does})\n`);
}

export function printTyping(costs: readonly TypingCost[]): void {
  console.log(`From a key to the list that answers it, among ${typingProfiles} profiles.\n`);
  printTable(
    ["processor", "keys", "median ms", "p95 ms", "wanted ms"],
    costs.map(({ slowdown, keys, medianMs, p95Ms }) => [
      slowdown === 1 ? "as it is" : `${slowdown} times slower`,
      String(keys),
      String(medianMs),
      String(p95Ms),
      String(limits.typingMs[slowdown]),
    ]),
  );
}

export function printLighthouse(found: readonly LighthouseScore[]): void {
  for (const { name, scores, median, vitals } of found) {
    const wanted = median >= limits.lighthouseScore ? "" : `, wanted ${limits.lighthouseScore}`;
    const runs = scores.join(", ");
    console.log(`Lighthouse mobile, ${name}: ${median}${wanted} (runs: ${runs}); ${vitals}`);
  }
}

/** What takes longer than wanted, in words; empty when nothing does. */
export function slow(
  pages: readonly PageCost[],
  interactions: readonly InteractionCost[],
  typing: readonly TypingCost[] = [],
): readonly string[] {
  return [
    ...pages.filter(({ largestPaintMs }) => largestPaintMs > limits.largestPaintMs)
      .map(({ name, largestPaintMs }) =>
        `${name}: LCP ${Math.round(largestPaintMs)} ms, wanted ${limits.largestPaintMs}`
      ),
    ...interactions.filter(({ slowestMs }) => slowestMs > limits.interactionMs)
      .map(({ page, does, slowestMs }) =>
        `${page}, ${does}: INP ${slowestMs} ms, wanted ${limits.interactionMs}`
      ),
    ...typing.filter(({ slowdown, p95Ms }) => p95Ms > limits.typingMs[slowdown])
      .map(({ slowdown, p95Ms }) =>
        `typing, processor ${slowdown}x: p95 ${p95Ms} ms, wanted ${limits.typingMs[slowdown]}`
      ),
  ];
}
