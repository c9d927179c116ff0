import { createHash } from "node:crypto";
import type { ProfileHits, ProfileQuery, ProfileSearch } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { createRandom } from "../testing/random.ts";
import { words } from "../text.ts";
import type { SuggestingSearch, SuggestionQuery } from "../suggestions.ts";
import type { Clock } from "./clocks.ts";
import { createDocumentMaker, type DocumentMaker } from "./documents.ts";
import { type Latency, latency } from "./latency.ts";
import { makeTyped } from "./suggest-workload.ts";
import { type BenchQuery, makeCommonWords, makeQueries, queryKinds } from "./workload.ts";

export interface Figures {
  readonly profiles: number;
  readonly wordsAProfile: number;
  readonly buildSeconds: number;
  /**
   * For each query of `find`, in order: what was counted, to be compared with another engine. Fewer
   * than were wanted when they took too long.
   */
  readonly totals: readonly number[];
  readonly counts: readonly string[];
  /**
   * What the index added to the heap and to typed arrays; the documents themselves are let go. `null` for
   * a server's.
   */
  readonly memoryMb: number | null;
  readonly find: Latency;
  readonly findByKind: Readonly<Record<string, Latency>>;
  /** Replacing one document. */
  readonly upsert: Latency & { readonly mean: number };
  /** What only the embedded engine is measured at. */
  readonly suggest?: Latency;
  readonly commonWords?: Latency;
  /** Searches between these upserts. */
  readonly findWhileUpdating: Latency;
}

export interface Measuring {
  readonly profiles: number;
  readonly seed: number;
  readonly queries: number;
  /** No more queries are asked after so many seconds, nor profiles replaced after half as many. */
  readonly seconds: number;
  readonly clock: Clock;
  /** Where the engine's memory is. */
  readonly memory: "heap" | "process" | "server";
  /** Is told what happens now. */
  readonly report: (doing: string) => void;
}

/** Fills a driver, searches it, updates it while searching; the same work for the same seed. */
export async function measure(
  create: () => ProfileSearch | Promise<ProfileSearch & AsyncDisposable>,
  { profiles, seed, queries, seconds, clock, memory, report }: Measuring,
): Promise<Figures> {
  const timed = stopwatch(clock);
  const random = createRandom(seed);
  const maker = createDocumentMaker(random);
  const samples = Array.from({ length: 2000 }, (_, at) => maker.make(at % profiles));
  const before = await usedMb(memory);

  const search = await create();
  // What a server keeps goes with this run, however it ends.
  await using _closed = Symbol.asyncDispose in search ? search : undefined;
  const buildSeconds = await fill(search, maker, profiles, timed, report);
  const memoryMb = memory === "server" ? null : await usedMb(memory) - before;

  // Engines compile themselves while they run, for two thousand searches or so: a service is past that.
  report("warming up");
  await findAll(search, makeQueries(random, samples, warmUps).map(queryOf), 10, timed);
  const asked = makeQueries(random, samples, queries);
  report(`finding, ${seconds} s at most`);
  const found: ProfileHits[] = [];
  const times = await findAll(search, asked.map(queryOf), seconds, timed, found);
  const typed = makeTyped(random, samples, 2 * queries);
  const commonWords = makeCommonWords(random, samples, 200);
  report(`replacing profiles, ${seconds / 2} s at most`);
  const ours = isEmbedded(search) && {
    suggest: await suggestAll(search, typed, timed),
    // The first half only warms the engine up.
    commonWords: latency((await findAll(search, commonWords, seconds, timed)).slice(100)),
  };
  const meanwhile = makeQueries(random, samples, 1000);
  const updates = await update(search, maker, meanwhile, profiles, seconds / 2, timed);

  return {
    profiles,
    wordsAProfile: mean(samples.map(countWords)),
    buildSeconds,
    memoryMb,
    totals: found.map(({ total }) => total),
    counts: found.map(({ facets }) => digestOf(facets)),
    find: latency(times),
    findByKind: Object.fromEntries(queryKinds.map((kind) => {
      return [kind, latency(times.filter((_, at) => asked[at]?.kind === kind))];
    })),
    ...ours,
    upsert: { ...latency(updates.upserts), mean: mean(updates.upserts) },
    findWhileUpdating: latency(updates.finds),
  };
}

/** Only the driver's time counts, not that of making documents. */
async function fill(
  search: ProfileSearch,
  maker: DocumentMaker,
  profiles: number,
  timed: Stopwatch,
  report: (doing: string) => void,
): Promise<number> {
  let ms = 0;
  for (let at = 0; at < profiles; at += 500) {
    if (at % 100_000 === 0) report(`filling, ${100 * at / profiles} %`);
    const length = Math.min(500, profiles - at);
    const batch = Array.from({ length }, (_, offset) => maker.make(at + offset));
    ms += await timed(() => search.put(batch));
  }
  return ms / 1000;
}

const warmUps = 3000;

const queryOf = ({ query }: BenchQuery) => query;

/** Asks until all are answered or the time is over. */
async function findAll(
  search: ProfileSearch,
  queries: readonly ProfileQuery[],
  seconds: number,
  timed: Stopwatch,
  found: ProfileHits[] = [],
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + 1000 * seconds;
  for (const query of queries) {
    if (performance.now() > end) break;
    times.push(await timed(async () => found.push(await search.find(query))));
  }
  return times;
}

/** The first half only warms the engine up. */
async function suggestAll(
  search: SuggestingSearch,
  typed: readonly SuggestionQuery[],
  timed: Stopwatch,
): Promise<Latency> {
  const times: number[] = [];
  for (const query of typed) times.push(await timed(() => search.suggest(query)));
  return latency(times.slice(typed.length / 2));
}

function isEmbedded(search: ProfileSearch): search is SuggestingSearch {
  return "suggest" in search;
}

/** Replaces half of the profiles, at most 40,000; less when it takes too long. */
async function update(
  search: ProfileSearch,
  maker: DocumentMaker,
  queries: readonly BenchQuery[],
  profiles: number,
  seconds: number,
  timed: Stopwatch,
) {
  const upserts: number[] = [];
  const finds: number[] = [];
  const count = Math.min(profiles / 2, 40_000);
  const random = createRandom(count);
  const end = performance.now() + 1000 * seconds;
  for (let at = 0; at < count && performance.now() < end; at++) {
    const document = maker.make(random.int(profiles));
    upserts.push(await timed(() => search.put([document])));
    const next = at % 20 === 0 ? queries[(at / 20) % queries.length] : undefined;
    if (next) finds.push(await timed(() => search.find(next.query)));
  }
  return { upserts, finds };
}

/** Says how many milliseconds something takes. */
type Stopwatch = (run: () => Promise<unknown>) => Promise<number>;

function stopwatch(clock: Clock): Stopwatch {
  return async (run) => {
    const start = clock();
    await run();
    return clock() - start;
  };
}

function digestOf(facets: ProfileHits["facets"]): string {
  return createHash("sha256").update(JSON.stringify(facets)).digest("base64url").slice(0, 16);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function countWords(document: ProfileDocument): number {
  const { memberId: _, role: __, updatedAtMs: ___, ...texts } = document;
  return words(Object.values(texts).flat().join(" ")).length;
}

async function usedMb(memory: Measuring["memory"]): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  gc?.();
  const { heapUsed, external, rss } = Deno.memoryUsage();
  return (memory === "process" ? rss : heapUsed + external) / 2 ** 20;
}
