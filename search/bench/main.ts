/**
 * Measures the embedded engine on made-up profiles:
 *
 *     deno run -A --v8-flags=--expose-gc search/bench/main.ts --profiles 10k,100k
 *
 * `--seed 2` makes other profiles and queries, `--json` prints all figures. `--clock cpu`
 * counts the time that this thread has a processor, which leaves out when other programs have it.
 *
 * Without `--expose-gc` the memory figure includes what was not collected yet.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { createEmbeddedSearch } from "../embedded/embedded.ts";
import { createCpuClock, wallClock } from "./clocks.ts";
import { parseCount } from "./counts.ts";
import type { Latency } from "./latency.ts";
import { type Figures, measure } from "./measure.ts";

const { values: options } = parseArgs({
  options: {
    profiles: { type: "string", default: "10k,100k" },
    seed: { type: "string", default: "1" },
    queries: { type: "string", default: "4000" },
    clock: { type: "string", default: "wall" },
    json: { type: "boolean", default: false },
  },
});

for (const profiles of options.profiles.split(",").map(parseCount)) {
  const figures = await measure(createEmbeddedSearch, {
    profiles,
    seed: Number(options.seed),
    queries: Number(options.queries),
    clock: options.clock === "cpu" ? createCpuClock() : wallClock,
  });
  console.log(options.json ? JSON.stringify(figures) : report(figures));
}

function report(figures: Figures): string {
  const { profiles, wordsAProfile, buildSeconds, memoryMb, find, upsert } = figures;
  return [
    `${profiles} profiles of ${wordsAProfile.toFixed(0)} words`,
    `  build             ${buildSeconds.toFixed(2)} s, ${memoryMb.toFixed(0)} MB`,
    `                    p50 / p95 / p99 / max in ms`,
    `  find              ${line(find)}`,
    ...Object.entries(figures.findByKind).map(([kind, times]) => {
      return `    ${kind.padEnd(16)}${line(times)}`;
    }),
    `  upsert            ${line(upsert)}, mean ${upsert.mean.toFixed(3)}`,
    `  find meanwhile    ${line(figures.findWhileUpdating)}`,
  ].join("\n");
}

function line({ p50, p95, p99, max }: Latency): string {
  return [p50, p95, p99, max].map((ms) => ms.toFixed(2)).join(" / ");
}
