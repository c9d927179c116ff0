/**
 * Measures how long the service takes from the start of its process to its first ready answer, with logs of
 * some sizes. `npm run bench:start -- --help` says how.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { startSeconds } from "./benchmarks.ts";
import { makeUpData } from "./made-up-data.ts";

const help =
  `Measure how long a start takes until the service is ready, and what it takes of memory.

  npm run bench:start -- --profiles 10k,100k     logs of so many made-up people
  npm run bench:start -- --events 5              so many events a person
  npm run bench:start -- --rounds 5              so many starts of each kind
  npm run bench:start -- --folder data/bench     keeps the logs there, for the next time
  npm run bench:start -- --seed 2                other people
  npm run bench:start -- --json                  the figures only`;

const options = readOptions(help, {
  profiles: { type: "string", default: "10k,100k" },
  events: { type: "string", default: "5" },
  rounds: { type: "string", default: "5" },
  folder: { type: "string", default: "data/bench-start" },
  seed: { type: "string", default: "1" },
  json: { type: "boolean", default: false },
}, (given) => ({
  ...given,
  profiles: given.profiles.split(",").map((text) => parseCount(text)),
  events: parseCount(given.events, 2),
  rounds: parseCount(given.rounds),
  seed: parseSeed(given.seed),
}));

const root = fileURLToPath(new URL("../..", import.meta.url));
const say = (line: string) => options.json || console.log(line);

interface Start {
  readonly seconds: number;
  /** Processor time until then, of all threads: what a busy machine changes least. */
  readonly cpuSeconds: number;
  /** Once it was ready. */
  readonly residentBytes: number;
}

const results = [];
for (const profiles of options.profiles) {
  const { events, seed } = options;
  const folder = join(root, options.folder, `${profiles}-${events}-${seed}`);
  await mkdir(folder, { recursive: true });
  await makeUpData(folder, { profiles, seed, more: events - 2 });
  // As after a restore: no read tables, no index, no heads.
  for (const left of ["read.db", "read.db-wal", "read.db-shm", "search", "heads"]) {
    await rm(join(folder, left), { recursive: true, force: true });
  }
  const first = await startOnce(folder);
  const again: Start[] = [];
  for (let round = 0; round < options.rounds; round++) again.push(await startOnce(folder));
  const cold = again.toSorted((one, other) => one.seconds - other.seconds)[again.length >> 1]!;
  const target = startSeconds[profiles];
  results.push({
    profiles,
    events,
    first,
    cold,
    slowest: Math.max(...again.map((s) => s.seconds)),
    target,
  });
  say(`${profiles} profiles, ${events} events a person`);
  say(`  first start, everything built  ${lineOf(first)}`);
  say(
    `  restart, median of ${options.rounds}           ${lineOf(cold)}` +
      (target === undefined
        ? ""
        : `; at most ${target} s: ${cold.seconds <= target ? "held" : "MISSED"}`),
  );
}
if (options.json) console.log(JSON.stringify(results));

function lineOf({ seconds, cpuSeconds, residentBytes }: Start): string {
  return `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of processor), ${
    (residentBytes / 1e6).toFixed(0)
  } MB resident`;
}

/** From the start of the process to the first answer of `/readyz` with 200; then it is told to stop. */
async function startOnce(folder: string): Promise<Start> {
  const port = freePort();
  const startedAt = performance.now();
  const child = spawn(Deno.execPath(), ["run", "-A", "api/main.ts"], {
    cwd: root,
    env: {
      ...Deno.env.toObject(),
      APP_ENV: "production",
      DATA_DIR: folder,
      PORT: String(port),
      NO_COLOR: "1",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let written = "";
  child.stderr?.on("data", (chunk) => written += String(chunk));
  const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await isReady(port, child, () => written);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = await processorTimeOf(child);
  const residentBytes = await residentOf(child);
  child.kill("SIGTERM");
  await gone;
  return { seconds, cpuSeconds, residentBytes };
}

async function isReady(port: number, child: ChildProcess, written: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${written()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await delay(5);
  }
}

/** @see {@link https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html} in hundredths of a second. */
async function processorTimeOf({ pid }: ChildProcess): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}

/** @see {@link https://man7.org/linux/man-pages/man5/proc_pid_status.5.html} */
async function residentOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
