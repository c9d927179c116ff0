import { makeUpLog } from "../../testing/made-up-log.ts";
import type { Past } from "./given.ts";

/** Some hundred events of people who do not exist, and days of requests as they are counted. */
export function randomHistory(seed: number, events: number): Past[] {
  return [...makeUpLog({ events, seed, connections: 0.4 })]
    .map(({ memberId, type, facts, atMs }) => ({
      who: memberId,
      at: atMs,
      type,
      facts: facts as object,
    }));
}
