import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openDatabase } from "../database.ts";
import { countedRows, type LogDatabase, pagePositions } from "../report/log-rows.ts";
import type { ReplayOnce } from "./replay-once.ts";
import { middleOf, type Rate, rateOf, timed } from "./rates.ts";

export interface ReplayResults {
  /** How many there are in the log. */
  readonly events: number;
  /** A whole report, from the first event to its sentences. */
  readonly replay: Rate;
  readonly replaySeconds: number;
  /** The same as the first work of its process, as `npm run report` does it. */
  readonly coldSeconds: number;
  /** The same columns of the same events as rows, through the client. */
  readonly scanAsRows: Rate;
  /** The same columns read inside the database, of which only totals come out. */
  readonly scanInside: Rate;
  /** Resident memory of the replay's process before it and at its highest. */
  readonly startMegabytes: number;
  readonly peakMegabytes: number;
  /** What of it are pages of the program's own files. */
  readonly fileMegabytes: number;
}

const rounds = 3;
/** Short replays before the one that is timed, so that start and compiler are not what is measured. */
const warmUps = 3;

/** Each of them in turn, several times; the middle of its times counts. */
export async function measureReplay(url: string): Promise<ReplayResults> {
  const database = await openDatabase({ url, durability: "normal" });
  const [last] = await database.read("SELECT max(position) AS position FROM events");
  const position = Number(last?.position);
  const replays: ReplayOnce[] = [];
  const times: Record<"inside" | "rows", number[]> = { inside: [], rows: [] };
  for (let round = 0; round < rounds; round++) {
    replays.push(await replayOnce(url, warmUps));
    await timed(() => scanRows(database, position), times.rows);
    await timed(() => scanInside(database), times.inside);
  }
  const cold = await replayOnce(url, 0);
  database.close();
  const replaySeconds = replays.map(({ seconds }) => seconds);
  return {
    events: position,
    replay: rateOf(position, replaySeconds),
    replaySeconds: middleOf(replaySeconds),
    coldSeconds: cold.seconds,
    scanAsRows: rateOf(position, times.rows),
    scanInside: rateOf(position, times.inside),
    startMegabytes: middleOf(replays.map(({ startMegabytes }) => startMegabytes)),
    peakMegabytes: Math.max(...replays.map(({ peakMegabytes }) => peakMegabytes)),
    fileMegabytes: middleOf(replays.map(({ fileMegabytes }) => fileMegabytes)),
  };
}

/** With the flags that `npm run report` has. */
export async function replayOnce(url: string, warmUps: number): Promise<ReplayOnce> {
  const script = new URL("replay-once.ts", import.meta.url).pathname;
  const args = [
    "run",
    "-A",
    "--v8-flags=--max-semi-space-size=8,--heap-growing-percent=20",
    script,
    url,
    String(warmUps),
  ];
  const { stdout } = await promisify(execFile)(Deno.execPath(), args);
  return JSON.parse(stdout) as ReplayOnce;
}

async function scanRows(database: LogDatabase, position: number): Promise<void> {
  const sql =
    `SELECT position, member_id, type, schema_version, at_ms, facts FROM (${countedRows})`;
  for (let after = 0; after < position; after += pagePositions) {
    await database.read(sql, [after, after + pagePositions]);
  }
}

async function scanInside(database: LogDatabase): Promise<void> {
  await database.read(
    `SELECT max(position), sum(length(member_id)), sum(length(type)), max(at_ms),
      sum(length(facts)) FROM events`,
  );
}
