import { execFile } from "node:child_process";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { Torture } from "../torture/kill.ts";
import { request } from "../torture/requests.ts";
import { work } from "../torture/work.ts";

const run = promisify(execFile);

it(
  "a full disk refuses changes, answers everything else, and accepts changes again once there is room",
  async (test) => {
    const disk = await smallDisk();
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const torture = await Torture.open(4, disk);
    onTestFinished(() => torture.close());
    const { world } = torture;
    const product = await torture.start();
    const enough = world.acknowledged + 40;
    await work(world, { until: () => world.acknowledged >= enough });
    const ballast = join(disk, "ballast");
    world.mayRefuse = true;
    let before: number;
    let refused: number;
    do {
      // Again where the service has made room since, by emptying a write-ahead log.
      await fill(disk, ballast);
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
    await torture.lookAround();
    await work(world, { until: () => world.acknowledged >= before + 40 });
    await torture.end();
    expect(world.failures).toEqual([]);
    expect(product.written()).not.toContain('"status":500');
  },
  120_000,
);

/** A disk of a few megabytes in memory; `undefined` where no one may mount one. */
async function smallDisk(): Promise<string | undefined> {
  const disk = join(await temporaryFolder(), "disk");
  await mkdir(disk);
  try {
    await run("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk]);
  } catch {
    return undefined;
  }
  onTestFinished(async () => {
    await run("umount", ["--lazy", disk]);
  });
  return disk;
}

/** Writes until nothing more fits. */
async function fill(disk: string, path: string): Promise<void> {
  for (;;) {
    const { bavail, bsize } = await statfs(disk);
    if (bavail === 0) return;
    await writeFile(path, new Uint8Array(bavail * bsize), { flag: "a" }).catch(() => undefined);
  }
}
