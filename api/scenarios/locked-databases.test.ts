import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { holdLock } from "../../events/testing/hold-lock.ts";
import { CrashRun } from "../crash-tests/kill.ts";
import { request } from "../crash-tests/requests.ts";
import { work } from "../crash-tests/work.ts";
import type { World } from "../crash-tests/world.ts";

describe("another program that locks the database", () => {
  it("repeatedly only delays changes", async () => {
    const crashRun = await CrashRun.open(3);
    onTestFinished(() => crashRun.close());
    const { world } = crashRun;
    const product = await crashRun.start();
    await work(world, { until: () => world.acknowledged >= 10 });
    world.mayRefuse = true;
    const enough = world.acknowledged + 15;
    let hasEnded = false;
    const storm = lockAgainAndAgain(world, () => hasEnded);
    const reads = readUntil(world, () => hasEnded);
    await work(world, { until: () => world.acknowledged >= enough });
    hasEnded = true;
    await storm;
    expect(statusesOf(await reads)).toEqual([200]);
    world.mayRefuse = false;
    await crashRun.inspectAll();
    await work(world, { until: () => world.acknowledged >= enough + 15 });
    await crashRun.end();
    expect(world.failures).toEqual([]);
    expect(product.written()).not.toContain('"status":500');
  });

  it(
    "for long causes changes to be refused with a message until the lock is released",
    async () => {
      const crashRun = await CrashRun.open(5);
      onTestFinished(() => crashRun.close());
      const { world } = crashRun;
      const product = await crashRun.start();
      await work(world, { until: () => world.acknowledged >= 10 });
      world.mayRefuse = true;
      const refused = world.refusals + 1;
      const lock = await holdLock(join(world.folder, "alumni.db"));
      let hasEnded = false;
      const reads = readUntil(world, () => hasEnded);
      await work(world, { until: () => world.refusals >= refused });
      hasEnded = true;
      const answers = await reads;
      expect(statusesOf(answers)).toEqual([200]);
      expect(world.refusals).toBeGreaterThanOrEqual(refused);
      await lock.release();
      await waitForCatchUp(world);
      await crashRun.inspectAll();
      world.mayRefuse = false;
      const enough = world.acknowledged + 15;
      await work(world, { until: () => world.acknowledged >= enough });
      await crashRun.end();
      expect(world.failures).toEqual([]);
      expect(product.written()).not.toContain('"status":500');
    },
    180_000,
  );
});

/** Locks for realistic times: shorter than a write waits, with room for writes in between. */
async function lockAgainAndAgain(
  world: World,
  hasEnded: () => boolean,
): Promise<void> {
  const random = createRandom(0);
  while (!hasEnded()) {
    const lock = await holdLock(join(world.folder, "alumni.db"));
    await delay(300 + random.int(1200));
    await lock.release();
    await delay(50 + random.int(500));
  }
}

interface ReadAnswer {
  readonly status: number;
  readonly atMs: number;
}

/** Reads at a person's pace. Returns the answers and their times. */
async function readUntil(world: World, hasEnded: () => boolean): Promise<ReadAnswer[]> {
  const { cookie } = world.reader ?? {};
  const answers: ReadAnswer[] = [];
  while (!hasEnded()) {
    for (const path of ["/api/user", "/api/directory", "/api/profile/me", "/"]) {
      const { status } = await request(world.origins[0] ?? "", "GET", path, { cookie });
      answers.push({ status, atMs: performance.now() });
    }
    await delay(50);
  }
  return answers;
}

/** Waits until the product has caught up with events stored during the lock. */
async function waitForCatchUp({ origins, reader }: World): Promise<void> {
  const { cookie } = reader ?? {};
  const ask = () => request(origins[0] ?? "", "GET", "/api/user", { cookie });
  await expect.poll(async () => (await ask()).status).toBe(200);
}

function statusesOf(answers: readonly ReadAnswer[]): number[] {
  return [...new Set(answers.map(({ status }) => status))].toSorted();
}
