/**
 * Measures search engines on made-up profiles, each in a process of its own: the embedded one, and
 * those that people would pick instead, doing the same work. `npm run bench:search -- --help` says how.
 *
 * Totals and counts are compared with those of the embedded engine, which tests compare with a
 * reference that goes through all profiles.
 *
 * @module
 */
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { engines } from "./engines.ts";
import type { Latency } from "./latency.ts";
import type { Figures } from "./measure.ts";
import { targetLines } from "./targets.ts";

const help = `Measure search engines that do the same work on the same made-up profiles.

  npm run bench:search -- --profiles 10k,100k        how many, one after the other: ten minutes
  npm run bench:search -- --engines embedded,fts5    without the others; all: ${
  Object.keys(engines).join()
}
  npm run bench:search -- --seed 2                   other profiles and queries
  npm run bench:search -- --queries 1000             are measured, after 3,000 that warm up
  npm run bench:search -- --seconds 60               no more queries after that: see "queries"
  npm run bench:search -- --clock cpu                without the time that other programs had
  npm run bench:search -- --json                     all figures at the end, and no table

MiniSearch and Orama are measured up to 100k. A Meilisearch that MEILI_URL and MEILI_KEY name is measured, too. The standard error says meanwhile what is going on.`;

const options = readOptions(help, {
  profiles: { type: "string", default: "10k,100k" },
  engines: { type: "string", default: Object.keys(engines).join() },
  seed: { type: "string", default: "1" },
  queries: { type: "string", default: "1000" },
  seconds: { type: "string", default: "60" },
  clock: { type: "string", default: "wall" },
  json: { type: "boolean", default: false },
}, (given) => ({
  ...given,
  profiles: given.profiles.split(",").map((text) => parseCount(text)),
  engines: given.engines.split(",").map(knownEngine),
  seed: String(parseSeed(given.seed)),
  queries: String(parseCount(given.queries)),
  seconds: String(parseCount(given.seconds)),
  clock: knownClock(given.clock),
}));

const columns = [
  ["profiles", 8],
  ["engine", 10],
  ["build s", 7],
  ["MB", 5],
  ["upsert ms", 9],
  ["queries", 7],
  ["find p50 / p95 / p99 / max ms", 36],
  ["p99 ratio", 9],
  ["exact totals", 12],
  ["exact counts", 12],
] as const;

if (!options.json) console.log(rowOf(columns.map(([title]) => title)));
const all: (Figures & { readonly engine: string })[] = [];
for (const profiles of options.profiles) {
  let ours: Figures | undefined;
  for (const engine of options.engines) {
    if (profiles > (engines[engine]?.mostProfiles ?? 0)) continue;
    const figures = await measureApart(engine, profiles);
    if (engine === "embedded") ours = figures;
    all.push({ engine, ...figures });
    if (options.json) continue;
    console.log(rowOf(lineOf(engine, figures, ours)));
    if (engine !== "embedded") continue;
    for (const line of [...moreLines(figures), ...targetLines(figures)]) console.log(line);
  }
}
if (options.json) console.log(JSON.stringify(all));

function knownEngine(name: string): string {
  if (name in engines) return name;
  throw new Error(`There is no engine "${name}": ${Object.keys(engines).join(", ")}`);
}

function knownClock(name: string): string {
  if (name === "wall" || name === "cpu") return name;
  throw new Error(`There is no clock "${name}": wall, cpu`);
}

async function measureApart(engine: string, profiles: number): Promise<Figures> {
  const script = new URL("measure-one.ts", import.meta.url).pathname;
  const { seed, queries, seconds, clock } = options;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--v8-flags=--expose-gc,--max-old-space-size=8192", script, engine].concat(
      [String(profiles), seed, queries, seconds, clock],
    ),
    cwd: new URL("../..", import.meta.url).pathname,
    stderr: "inherit",
  }).output();
  if (code !== 0) throw new Error(`${engine} failed at ${profiles} profiles`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

function lineOf(engine: string, figures: Figures, ours: Figures | undefined): string[] {
  const { profiles, buildSeconds, memoryMb, find, upsert } = figures;
  return [
    String(profiles),
    engine,
    buildSeconds.toFixed(2),
    memoryMb?.toFixed(0) ?? "",
    upsert.mean.toFixed(3),
    String(figures.totals.length),
    timesOf(find),
    ours === undefined ? "" : `${(find.p99 / ours.find.p99).toFixed(1)}`,
    exact(figures.totals, ours?.totals),
    exact(figures.counts, ours?.counts),
  ];
}

function moreLines({ suggest, commonWords, upsert }: Figures): string[] {
  const more = { suggest, "common words": commonWords, upsert };
  return Object.entries(more)
    .map(([name, times]) => `  ${name} p50 / p95 / p99 / max ms: ${times ? timesOf(times) : ""}`);
}

function timesOf({ p50, p95, p99, max }: Latency): string {
  return [p50, p95, p99, max].map((ms) => ms.toFixed(2)).join(" / ");
}

function exact<T>(found: readonly T[], expected: readonly T[] | undefined): string {
  if (expected === undefined) return "";
  return `${found.filter((one, at) => one === expected[at]).length} of ${found.length}`;
}

/** Rows are printed as soon as they are known: the last ones take long. */
function rowOf(cells: readonly string[]): string {
  return cells.map((cell, at) => cell.padEnd(columns[at]?.[1] ?? 0)).join("  ").trimEnd();
}
