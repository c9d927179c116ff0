/**
 * One replay of a whole report, in a process of its own, so that the memory that it took is known:
 * `replay-once.ts <url> <warm-ups>`. Started by `scan.ts`; prints what it measured as JSON.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { openDatabase } from "../database.ts";
import { startReadAhead } from "../report/replay/read-ahead.ts";
import { replay } from "../report/replay.ts";
import { createReports } from "../report/report.ts";
import { cyclesUntil, findHorizon } from "../report/source.ts";

export interface ReplayOnce {
  readonly seconds: number;
  /** Deciding what is held back and laying out the page, after the replay. */
  readonly reportSeconds: number;
  /** Resident memory before the replay, and at its highest in the life of the process. */
  readonly startMegabytes: number;
  readonly peakMegabytes: number;
  /** What of it are pages of files, such as the program's own, which all its processes share. */
  readonly fileMegabytes: number;
}

/** Replayed by each warm-up, untimed. */
const warmUpPositions = 100_000;

const [url = "", warmUps = "0"] = Deno.args;
const address = { url, durability: "normal" } as const;
const database = await openDatabase(address);
const { position, atMs, firstAtMs, headHash } = await findHorizon(
  database,
  { kind: "end" },
  Date.now(),
);
database.close();
const year = new Date(atMs).getUTCFullYear();
const cycles = cyclesUntil(
  [year, year],
  { atMs, firstAtMs },
  { month: 10, day: 1 },
);

const { VmRSS: startMegabytes } = await megabytes();
const beforeStart = performance.now();
const ahead = startReadAhead(address);
const warmUpEnd = Math.min(position, warmUpPositions);
for (let round = 0; round < Number(warmUps); round++) {
  await replay(ahead.pages(warmUpEnd), { cycles, atMs });
}
// Without warm-ups the start of the second core is measured, too.
const startedAt = Number(warmUps) === 0 ? beforeStart : performance.now();
const counted = await replay(ahead.pages(position), { cycles, atMs });
const replayedAt = performance.now();
ahead.close();
const source = { position, headHash, asOfMs: atMs, version: "0" };
createReports(counted, [year, year], { statistic: "cycle", minCell: 5, source });
const reportedAt = performance.now();
const { VmHWM: peakMegabytes, RssFile: fileMegabytes } = await megabytes();
const once: ReplayOnce = {
  seconds: (replayedAt - startedAt) / 1000,
  reportSeconds: (reportedAt - replayedAt) / 1000,
  startMegabytes,
  peakMegabytes,
  fileMegabytes,
};
console.log(JSON.stringify(once));
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
