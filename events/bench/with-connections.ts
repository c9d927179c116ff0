import { openDatabase } from "../database.ts";
import { type Rate, rateOf } from "./rates.ts";
import { replayOnce } from "./scan.ts";

export interface ConnectionsResults {
  /** The share of events that are between two members, from 0 to 1. */
  readonly share: number;
  /** Replay of a log without any. */
  readonly without: Rate;
  readonly with: Rate;
}

const rounds = 7;

/** Replay of a log of which a share are events of connections, beside one without; they take turns. */
export async function measureConnections(
  share: number,
  urls: { readonly without: string; readonly with: string },
): Promise<ConnectionsResults> {
  const times = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.without.push((await replayOnce(urls.without, 1)).seconds);
    times.with.push((await replayOnce(urls.with, 1)).seconds);
  }
  return {
    share,
    without: rateOf(await eventsIn(urls.without), times.without),
    with: rateOf(await eventsIn(urls.with), times.with),
  };
}

async function eventsIn(url: string): Promise<number> {
  const database = await openDatabase({ url, durability: "normal" });
  const [row] = await database.read("SELECT max(position) AS last FROM events");
  database.close();
  return Number(row?.last);
}
