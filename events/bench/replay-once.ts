/**
 * One replay of a whole report, in a process of its own, so that the memory that it took is known:
 * `replay-once.ts <url> <warm-ups>`. Started by `scan.ts`; prints what it measured as JSON.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { openDatabase } from "../database.ts";
import { makeReports, type Wish } from "../report/make-reports.ts";

export interface ReplayOnce {
  readonly seconds: number;
  /** Resident memory before the replay, and at its highest in the life of the process. */
  readonly startMegabytes: number;
  readonly peakMegabytes: number;
  /** What of it are pages of files, such as the program's own, which all its processes share. */
  readonly fileMegabytes: number;
}

/** Replayed by each warm-up, untimed. */
const warmUpPositions = 100_000;

const [url = "", warmUps = "0"] = Deno.args;
const database = await openDatabase({ url, durability: "normal" });
const [end] = await database.read("SELECT max(position) AS position FROM events");
const start = { month: 10, day: 1 };

async function report(asOf: Wish["asOf"]): Promise<void> {
  await makeReports(
    database,
    { statistic: "cycle", asOf, audiences: ["staff"] },
    { start, version: "0", now: Date.now() },
  );
}

const { VmRSS: startMegabytes } = await megabytes();
const warmUpEnd = Math.min(Number(end?.position), warmUpPositions);
for (let round = 0; round < Number(warmUps); round++) {
  await report({ kind: "position", position: warmUpEnd });
}
const startedAt = performance.now();
await report({ kind: "end" });
const seconds = (performance.now() - startedAt) / 1000;
const { VmHWM: peakMegabytes, RssFile: fileMegabytes } = await megabytes();
console.log(
  JSON.stringify(
    { seconds, startMegabytes, peakMegabytes, fileMegabytes } satisfies ReplayOnce,
  ),
);
Deno.exit(0);

/** As Linux counts them; elsewhere the highest is that of now, and files are not told apart. */
async function megabytes() {
  const current = Deno.memoryUsage().rss / 2 ** 20;
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const of = (name: string, otherwise: number) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kilobytes === undefined ? otherwise : Number(kilobytes) / 1024;
  };
  return { VmRSS: current, VmHWM: of("VmHWM", current), RssFile: of("RssFile", 0) };
}
