import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../../events/bench/random.ts";
import { holdLock } from "../../../events/testing/hold-lock.ts";
import { openTorture } from "./kill.ts";
import { request } from "./requests.ts";
import { work } from "./work.ts";
import type { World } from "./world.ts";

const databases = ["events", "vault", "read"] as const;

describe("another program that locks the databases", () => {
  it("again and again costs time, and nothing else", async () => {
    const { world, start, lookAround, end, close } = await openTorture(3);
    onTestFinished(close);
    const product = await start();
    await work(world, { until: () => world.acknowledged >= 10 });
    world.mayRefuse = true;
    const enough = world.acknowledged + 15;
    let isOver = false;
    const storm = databases.map((name, seed) => lockAgainAndAgain(world, name, seed, () => isOver));
    const reads = readUntil(world, () => isOver);
    await work(world, { until: () => world.acknowledged >= enough });
    isOver = true;
    await Promise.all(storm);
    expect(new Set(await reads)).toEqual(new Set([200]));
    world.mayRefuse = false;
    await lookAround();
    await work(world, { until: () => world.acknowledged >= enough + 15 });
    await end();
    expect(world.failures).toEqual([]);
    expect(product.written()).not.toContain('"status":500');
  }, 120_000);

  it(
    "for long has everybody told so who wants something saved, and is over with the lock",
    async () => {
      const { world, start, lookAround, end, close } = await openTorture(5);
      onTestFinished(close);
      const product = await start();
      await work(world, { until: () => world.acknowledged >= 10 });
      world.mayRefuse = true;
      for (const name of databases) {
        const enough = world.refusals + 1;
        const lock = await holdLock(join(world.folder, `${name}.db`));
        let isOver = false;
        const reads = readUntil(world, () => isOver);
        await work(world, { until: () => world.refusals >= enough });
        isOver = true;
        expect(new Set(await reads)).toEqual(new Set([200]));
        expect(world.refusals).toBeGreaterThanOrEqual(enough);
        await lock.release();
        await lookAround();
      }
      world.mayRefuse = false;
      const enough = world.acknowledged + 15;
      await work(world, { until: () => world.acknowledged >= enough });
      await end();
      expect(world.failures).toEqual([]);
      expect(product.written()).not.toContain('"status":500');
    },
    180_000,
  );
});

async function lockAgainAndAgain(
  world: World,
  name: string,
  seed: number,
  isOver: () => boolean,
): Promise<void> {
  const random = createRandom(seed);
  while (!isOver()) {
    const lock = await holdLock(join(world.folder, `${name}.db`));
    await delay(300 + random.below(1200));
    await lock.release();
    await delay(50 + random.below(500));
  }
}

/** Somebody only looks. Returns what they were answered. */
async function readUntil(world: World, isOver: () => boolean): Promise<number[]> {
  const { cookie } = world.reader ?? {};
  const statuses: number[] = [];
  while (!isOver()) {
    for (const path of ["/api/user", "/api/directory", "/api/profile/me", "/"]) {
      statuses.push((await request(world.origins[0] ?? "", "GET", path, { cookie })).status);
    }
    await delay(50);
  }
  return statuses;
}
