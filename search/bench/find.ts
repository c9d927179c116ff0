import { type Line, percentile } from "../../events/bench/line.ts";
import { createEmbeddedSearch } from "../embedded/embedded.ts";
import type { ProfileQuery, ProfileSearch } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { createRandom } from "../testing/random.ts";
import { createDocumentMaker } from "./documents.ts";
import { createFts5 } from "./fts5.ts";
import { makeQueries } from "./workload.ts";

const profiles = 10_000;
/** Engines compile themselves while they run: a service is past that. */
const warmUps = 3000;
const measured = 1000;

/** A search with 24 hits, exact total and all counts, beside SQLite's FTS5, which does the same work. */
export async function measureFind(): Promise<Line[]> {
  const random = createRandom(1);
  const maker = createDocumentMaker(random);
  const documents = Array.from({ length: profiles }, (_, at) => maker.make(at));
  const queries = makeQueries(random, documents, warmUps + measured);
  const ours = await findMs(createEmbeddedSearch(), documents, queries);
  // It has nothing to compile: SQLite is compiled already.
  const peer = await findMs(createFts5(), documents, queries.slice(-measured));
  const [[p50, p99], [peerP50, peerP99]] = [ours, peer].map((times) => [
    percentile(times, 0.5),
    percentile(times, 0.99),
  ]) as [[number, number], [number, number]];
  const figure = (median: number, slow: number) =>
    `p50 ${median.toFixed(2)} ms, p99 ${slow.toFixed(2)} ms`;
  return [
    {
      what: "find among 10,000 profiles",
      figure: figure(p50, p99),
      value: p99,
      target: { most: 1 },
    },
    {
      what: "the same beside FTS5, p99",
      figure: figure(peerP50, peerP99),
      value: p99 / peerP99,
      target: { most: 0.1 },
    },
  ];
}

/** Milliseconds of each of the last searches. */
async function findMs(
  search: ProfileSearch,
  documents: readonly ProfileDocument[],
  queries: readonly ProfileQuery[],
): Promise<number[]> {
  await search.put(documents);
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    await search.find(query);
    times.push(performance.now() - startedAt);
  }
  return times.slice(-measured);
}
