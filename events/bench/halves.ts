import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase } from "../database.ts";
import { schemaVersion } from "../members/schema-version.ts";
import { type Rate, rateOf } from "./rates.ts";
import { replayOnce } from "./scan.ts";

export interface HalvesResults {
  /** A log of today's schema version alone. */
  readonly ofOne: Rate;
  /** The same log, its earlier half of the version before. */
  readonly ofHalves: Rate;
}

const rounds = 7;

/** Replay of a log that lived through a new schema version, beside one that did not; they take turns. */
export async function measureHalves(path: string, folder: string): Promise<HalvesResults> {
  const one = await copied(path, join(folder, "one.db"));
  const halves = await copied(path, join(folder, "halves.db"));
  const events = await writtenIn(one, () => schemaVersion);
  await writtenIn(
    halves,
    (last) => `iif(position <= ${last / 2}, ${schemaVersion - 1}, ${schemaVersion})`,
  );
  const times = { one: [] as number[], halves: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.one.push((await replayOnce(one, 1)).seconds);
    times.halves.push((await replayOnce(halves, 1)).seconds);
  }
  return { ofOne: rateOf(events, times.one), ofHalves: rateOf(events, times.halves) };
}

async function copied(path: string, to: string): Promise<string> {
  await copyFile(path, to);
  return pathToFileURL(to).href;
}

/** @returns How many events there are. */
async function writtenIn(url: string, version: (last: number) => number | string): Promise<number> {
  const database = await openDatabase({ url, durability: "normal" });
  const [row] = await database.read("SELECT max(position) AS last FROM events");
  const last = Number(row?.last);
  await database.write([
    { sql: "DROP TRIGGER events_are_never_updated" },
    { sql: `UPDATE events SET schema_version = ${version(last)}` },
  ]);
  await database.truncateWriteAheadLog();
  database.close();
  return last;
}
