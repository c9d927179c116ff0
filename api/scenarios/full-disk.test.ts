import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fillDisk, smallDisk } from "../testing/small-disk.ts";
import { CrashRun } from "../crash-tests/kill.ts";
import { request } from "../crash-tests/requests.ts";
import { work } from "../crash-tests/work.ts";

it(
  "refuses changes on a full disk, answers everything else, and accepts changes once there is room",
  async (test) => {
    const disk = await smallDisk(24);
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const crashRun = await CrashRun.open(4, disk);
    onTestFinished(() => crashRun.close());
    const { world } = crashRun;
    const product = await crashRun.start();
    const enough = world.acknowledged + 40;
    await work(world, { until: () => world.acknowledged >= enough });
    const ballast = join(disk, "ballast");
    world.mayRefuse = true;
    let before: number;
    let refused: number;
    do {
      // Repeats if the service has made room since, by emptying a write-ahead log.
      await fillDisk(disk, ballast);
      before = world.acknowledged;
      refused = world.refusals;
      await work(world, { until: () => world.acknowledged > before });
    } while (world.acknowledged > before);
    expect(world.refusals).toBeGreaterThan(refused);
    const { cookie } = world.reader ?? {};
    for (const path of ["/api/user", "/api/directory", "/api/profile/me", "/", "/healthz"]) {
      expect((await request(product.origin, "GET", path, { cookie })).status).toBe(200);
    }
    await rm(ballast);
    world.mayRefuse = false;
    await crashRun.inspectAll();
    await work(world, { until: () => world.acknowledged >= before + 40 });
    await crashRun.end();
    expect(world.failures).toEqual([]);
    expect(product.written()).not.toContain('"status":500');
  },
);
