import { join } from "node:path";
import { openDatabase } from "../database.ts";
import { openEvents } from "../open.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { newKey } from "../vault/seal.ts";
import { createRandom } from "./random.ts";
import { middleOf } from "./rates.ts";

/** Median milliseconds of a saved change, at its place in a person's history. */
export interface SavesResults {
  readonly early: number;
  readonly late: number;
  /** How many events the person has by then. */
  readonly lateEvent: number;
}

const changes = 5000;
const measured = 50;
const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };

/** One person who saves their profile again and again, each time until the read tables have it. */
export async function measureSaves(folder: string): Promise<SavesResults> {
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, `saves-${name}.db`)}`, durability: "full" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const random = createRandom(5);
  const { members, readModel, log } = await openEvents({
    databases,
    secrets: { kek: newKey(), claimKey: newKey() },
    now: () => new Date(),
    newId: random.uuid,
  });
  const memberId = random.uuid();
  const times: number[] = [];
  await members.execute(memberId, register(), cause);
  await members.execute(memberId, { type: "CreateProfile", fields: profileFieldsWith() }, cause);
  for (let turn = 0; turn < changes; turn++) {
    const startedAt = performance.now();
    await members.execute(
      memberId,
      { type: "ChangeProfile", fields: { bio: `Version ${turn}` } },
      cause,
    );
    await readModel.catchUp();
    times.push(performance.now() - startedAt);
  }
  const lateEvent = await log.lastPosition();
  for (const database of Object.values(databases)) database.close();
  // The first ones warm up.
  return {
    early: middleOf(times.slice(10, 10 + measured)),
    late: middleOf(times.slice(-measured)),
    lateEvent,
  };
}
