/**
 * Measures, in one run on this machine: the replay of a whole report beside plain scans of the same
 * columns, appends beside a bare batch with the same durability, saves early and late in a person's
 * history, and the rebuild of the read tables.
 * `npm run bench:replay -- --help` says how.
 *
 * @module
 */
import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { measureAppend } from "./append.ts";
import { parseCount, parseSeed, readOptions } from "./options.ts";
import { formatResults, type Results } from "./results.ts";
import { measureRebuild } from "./rebuild.ts";
import { measureSaves } from "./saves.ts";
import { measureReplay } from "./scan.ts";

const help = `Measure replay, append, saves and rebuild on a made-up log.

  npm run bench:replay                              a million events
  npm run bench:replay -- --events 200k --seed 7    fewer, from another seed
  npm run bench:replay -- --events 10m              ten million: minutes, and 5 GB of disk
  npm run bench:replay -- --events 10m --log big.db   written to this file, or read again from it
  npm run bench:replay -- --json                    for programs

Everything is written into a temporary folder, which is gone at the end, but for the file of --log.`;

const options = readOptions(help, {
  events: { type: "string", default: "1m" },
  seed: { type: "string", default: "1" },
  log: { type: "string" },
  json: { type: "boolean", default: false },
}, (given) => ({
  ...given,
  events: parseCount(given.events),
  seed: parseSeed(given.seed),
}));
const { events, seed } = options;

const folder = await mkdtemp(join(tmpdir(), "alumni-connect-bench-"));
try {
  const results = await measure();
  console.log(options.json ? JSON.stringify(results, null, 2) : formatResults(results));
} finally {
  await rm(folder, { recursive: true, force: true });
}
Deno.exit(0);

async function measure(): Promise<Results> {
  const path = options.log === undefined ? join(folder, "events.db") : resolve(options.log);
  const url = pathToFileURL(path).href;
  const isThere = await access(path).then(() => true, () => false);
  const writtenInSeconds = isThere ? 0 : await write(url);
  tell("Replaying");
  const replay = await measureReplay(url);
  tell("Appending");
  const append = await measureAppend(folder);
  tell("Saving");
  const saves = await measureSaves(folder);
  tell("Rebuilding");
  const rebuild = await measureRebuild(folder, { events: Math.min(events, 50_000), seed });
  const of = { replay, append, saves, rebuild };
  return { events: replay.events, seed, writtenInSeconds, ...of };
}

/** In a process of its own, so that its memory is not counted. Returns how many seconds it took. */
async function write(url: string): Promise<number> {
  tell(`Writing ${events} events`);
  const startedAt = performance.now();
  await promisify(execFile)(Deno.execPath(), [
    "run",
    "-A",
    new URL("write.ts", import.meta.url).pathname,
    url,
    String(events),
    String(seed),
  ]);
  return (performance.now() - startedAt) / 1000;
}

function tell(what: string) {
  if (Deno.stderr.isTerminal()) console.error(`${what} …`);
}
