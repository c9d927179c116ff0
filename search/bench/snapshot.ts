/**
 * Measures writing the embedded index to a file and reading it again, in a process that has just
 * started. `npm run bench:snapshot -- --help` says how.
 *
 * @module
 */
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { createEmbeddedSearch } from "../embedded/embedded.ts";
import { readSnapshot, writeSnapshot } from "../embedded/snapshot/snapshot.ts";
import { createRandom } from "../testing/random.ts";
import { createCpuClock } from "./clocks.ts";
import { createDocumentMaker } from "./documents.ts";

const help =
  `Measure writing the embedded index to a file, and reading it in a process that has just started.

  npm run bench:snapshot -- --profiles 1m     so many made-up profiles; 100k unless told
  npm run bench:snapshot -- --seed 2          others`;

const options = readOptions(help, {
  profiles: { type: "string", default: "100k" },
  seed: { type: "string", default: "1" },
  /** Reads this file, which the first process has written. */
  read: { type: "string" },
}, (given) => ({ ...given, profiles: parseCount(given.profiles), seed: parseSeed(given.seed) }));

const search = createEmbeddedSearch();
if (options.read !== undefined) {
  const cpuClock = createCpuClock();
  const [start, cpuStart] = [performance.now(), cpuClock()];
  if (await readSnapshot(options.read, search, async () => true) === undefined) Deno.exit(1);
  const [ms, cpuMs] = [performance.now() - start, cpuClock() - cpuStart];
  console.log(
    `read in ${ms.toFixed(0)} ms, of which this thread had a processor ${cpuMs.toFixed(0)}`,
  );
  Deno.exit(0);
}

const { profiles } = options;
const maker = createDocumentMaker(createRandom(options.seed));
for (let at = 0; at < profiles; at += 500) {
  const length = Math.min(500, profiles - at);
  await search.put(Array.from({ length }, (_, offset) => maker.make(at + offset)));
}
const folder = await Deno.makeTempDir();
const path = `${folder}/index`;
const start = performance.now();
await writeSnapshot(path, search, { position: 1, eventHash: "", generation: 0 });
const ms = performance.now() - start;
const { size } = await Deno.stat(path);
console.log(
  `${profiles} profiles: ${(size / 2 ** 20).toFixed(0)} MB written in ${ms.toFixed(0)} ms`,
);
const script = new URL(import.meta.url).pathname;
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", script, "--read", path],
  cwd: new URL("../..", import.meta.url).pathname,
  stdout: "inherit",
}).output();
await Deno.remove(folder, { recursive: true });
Deno.exit(code);
