/**
 * Measures what a change waits for when slots of removed documents are made free again: profiles are
 * replaced until the index has swept, and then what has gone since is swept in one go.
 * `npm run bench:sweep -- --help` says how.
 *
 * Each figure is given by both clocks: what a person waits, and how long this thread had a processor.
 *
 * @module
 */
import { setImmediate } from "node:timers";
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { createEmbeddedSearch } from "../embedded/embedded.ts";
import { createRandom } from "../testing/random.ts";
import { createCpuClock, wallClock } from "./clocks.ts";
import { createDocumentMaker } from "./documents.ts";
import { latency } from "./latency.ts";

const help = `Measure what a change waits for while slots of removed profiles are made free again.

  npm run bench:sweep -- --profiles 1m     so many made-up profiles; 100k unless told
  npm run bench:sweep -- --replace 500k    are replaced: more than a third begin a sweep meanwhile
  npm run bench:sweep -- --seed 2          others`;

const { profiles, replaced, seed } = readOptions(help, {
  profiles: { type: "string", default: "100k" },
  seed: { type: "string", default: "1" },
  replace: { type: "string" },
}, (given) => {
  const profiles = parseCount(given.profiles);
  const replaced = given.replace ? parseCount(given.replace) : Math.ceil(profiles * 0.4);
  return { profiles, replaced, seed: parseSeed(given.seed) };
});

const random = createRandom(seed);
const maker = createDocumentMaker(random);
const search = createEmbeddedSearch();
for (let at = 0; at < profiles; at += 500) {
  const length = Math.min(500, profiles - at);
  await search.put(Array.from({ length }, (_, offset) => maker.make(at + offset)));
}

const upserts = createTimes();
for (let at = 0; at < replaced; at++) {
  const document = maker.make(random.int(profiles));
  await upserts.time(() => search.put([document]));
}
upserts.print(`${profiles} profiles, ${replaced} replaced`);

const slices = createTimes();
for (let isLeft = true; isLeft;) {
  await slices.time(async () => {
    isLeft = search.tidy();
  });
}
slices.print("slices of the sweep that is left");
Deno.exit(0);

function createTimes() {
  const clocks = { wall: wallClock, cpu: createCpuClock() };
  const times: Record<keyof typeof clocks, number[]> = { wall: [], cpu: [] };
  return {
    async time(run: () => Promise<void>): Promise<void> {
      // As between requests: much of collecting garbage is done when the event loop turns.
      await new Promise((resolve) => setImmediate(resolve));
      const [wall, cpu] = [clocks.wall(), clocks.cpu()];
      await run();
      times.cpu.push(clocks.cpu() - cpu);
      times.wall.push(clocks.wall() - wall);
    },
    print(what: string): void {
      for (const [clock, all] of Object.entries(times)) {
        const { p50, p99, max } = latency(all);
        const figures = [p50, p99, max].map((ms) => ms.toFixed(2)).join(" / ");
        const long = all.filter((ms) => ms > 5).length;
        console.log(`${what}, ${clock} ms p50 / p99 / max: ${figures}; above 5: ${long}`);
      }
    },
  };
}
