import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fire, type Shot } from "../cannon.ts";
import { residentMegabytes } from "../resident.ts";
import { startBarePage } from "./bare-page.ts";
import { startFts5 } from "./fts5.ts";
import { startMeilisearch } from "./meilisearch.ts";
import { connections, type Peer, type Task, tasks, type Work } from "./peer.ts";
import { startPocketBase } from "./pocketbase.ts";
import { startProductPeer } from "./product.ts";

interface Measurement {
  readonly task: Task;
  readonly name: string;
  readonly processorMs: number;
  readonly requestsPerSecond: number;
  readonly p99: number;
  readonly memory: number;
  readonly lacks: string;
}

/** Until the code that runs most is compiled: a slow server has to get to as many requests as a fast one. */
const warmUp = [{ requests: 320 }, { seconds: 3 }] as const;

/** Programs of others, by the variables that say where they are. */
const programs = {
  POCKETBASE: { name: "PocketBase", start: startPocketBase },
  MEILISEARCH: { name: "Meilisearch", start: startMeilisearch },
} as const;

/**
 * Gives the product and its peers the same work, one after the other, each alone on the machine, and prints one table.
 *
 * @param seconds How long each task is measured.
 */
export async function measurePeers(folder: string, seconds: number): Promise<void> {
  const { ours, work } = await startProductPeer(await folderIn(folder, "ours"));
  const rows: Measurement[] = [];
  const totals = await totalsOf(ours, "list with filters");
  rows.push(...await measured(ours, seconds));
  const starts: ((work: Work) => Promise<Peer>)[] = [
    startBarePage,
    async (work) => startFts5(await folderIn(folder, "fts5"), work),
  ];
  for (const [variable, { name, start }] of Object.entries(programs)) {
    const program = process.env[variable];
    if (program === undefined) {
      console.error(`${name} is left out: ${variable} doesn't name its program`);
      continue;
    }
    starts.push(async (work) => start(program, await folderIn(folder, variable), work));
  }
  for (const start of starts) {
    const peer = await start(work);
    if ("list with filters" in peer.shots) {
      const theirs = await totalsOf(peer, "list with filters");
      if (theirs.join() !== totals.join()) {
        throw new Error(`${peer.name} finds ${theirs.join()} people, not ${totals.join()}`);
      }
    }
    rows.push(...await measured(peer, seconds));
  }
  print(rows);
}

async function folderIn(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** How many people each of some views has: every peer has to answer the same question. */
async function totalsOf(peer: Peer, task: Task): Promise<number[]> {
  const totals: number[] = [];
  for (const { path, method, headers, body } of peer.shots[task]?.slice(0, 40) ?? []) {
    const answer = await fetch(peer.origin + path, { method, headers, ...body && { body } });
    totals.push(peer.totalIn?.(await answer.text()) ?? NaN);
  }
  return totals;
}

/** Measures all that a server does, ends it, and says what it took of memory by then. */
async function measured(peer: Peer, seconds: number): Promise<Measurement[]> {
  const results: Omit<Measurement, "memory">[] = [];
  for (const task of tasks) {
    const shots: readonly Shot[] | undefined = peer.shots[task];
    if (shots === undefined) continue;
    // A peer may still be answering requests that were given up.
    await (await fetch(peer.origin)).body?.cancel();
    // From the end, so that what is measured isn't cached from warming up.
    for (const until of warmUp) await fire(peer, shots.toReversed(), { connections, ...until });
    const result = await fire(peer, shots, { connections, seconds });
    results.push({ task, name: peer.name, lacks: peer.lacks[task] ?? "", ...result });
  }
  const memory = await residentMegabytes(peer.pid);
  await peer.stop();
  return results.map((result) => ({ ...result, memory }));
}

function print(rows: readonly Measurement[]): void {
  console.log(
    "| | | processor | requests | p99 | beside ours | memory | what it doesn't do |\n" +
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const task of tasks) {
    const [ours, ...others] = rows.filter((row) => row.task === task);
    for (const row of [ours, ...others]) {
      if (row === undefined || ours === undefined) continue;
      const cells = [
        ...[row === ours ? task : "", row.name, `${row.processorMs.toFixed(2)} ms`],
        ...[`${Math.round(row.requestsPerSecond)}/s`, `${Math.round(row.p99)} ms`],
        ...[row === ours ? "" : besideOurs(ours, row), `${Math.round(row.memory)} MB`, row.lacks],
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
}

/** By processor, such as "**2.3 times faster**". */
function besideOurs(ours: Measurement, row: Measurement): string {
  const ratio = ours.processorMs / row.processorMs;
  return ratio >= 1
    ? `**${ratio.toFixed(1)} times faster**`
    : `${(1 / ratio).toFixed(1)} times slower`;
}
