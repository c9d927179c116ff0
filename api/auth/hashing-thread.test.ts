import { execFile } from "node:child_process";
import { constants, platform } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { type Rank, ranksOf } from "../testing/threads.ts";
import { startHashingThread } from "./hashing-thread.ts";

function given() {
  const hashing = startHashingThread();
  onTestFinished(() => hashing.close());
  return hashing;
}

describe("the thread that hashes passwords", () => {
  it("answers each with its own, and a malformed hash with an error", async () => {
    const hashing = given();
    const passwords = ["correct horse", "battery", "staple"];
    const hashes = await Promise.all(passwords.map((password) => hashing.hash(password)));
    const fits = passwords.flatMap((password) =>
      hashes.map((hash) => hashing.verify(hash, password))
    );
    expect(await Promise.all(fits))
      .toEqual([true, false, false, false, true, false, false, false, true]);
    await expect(hashing.verify("broken", "battery")).rejects.toThrow();
    expect(await hashing.verify(hashes[1] ?? "", "battery")).toBe(true);
  });

  it.skipIf(platform() !== "linux")(
    "comes after all others, with those that Argon2 runs on, which are its own",
    async () => {
      const last = constants.priority.PRIORITY_LOW;
      await given().hash("correct horse");
      const [main, ...others] = await ranksOf(Deno.pid);
      expect(main).toMatchObject({ policy: 0 });
      expect(main?.nice).not.toBe(last);
      const lasting = others.filter(({ nice }) => nice === last);
      // Its own, and at least one that hashes.
      expect(lasting.length).toBeGreaterThan(1);
      expect(lasting.filter(({ policy }) => policy !== 5)).toEqual([]);
      expect(others.filter(({ nice, policy }) => nice !== last && policy !== 0)).toEqual([]);
    },
  );

  it.skipIf(platform() !== "linux")(
    "has threads come last that were begun before, while modules were compiled",
    async () => {
      const env = { DENO_DIR: await temporaryFolder() };
      const deno = (...args: string[]) => promisify(execFile)(Deno.execPath(), args, { env });
      const { stdout } = await deno(
        "eval",
        `import { startHashingThread } from "./api/auth/hashing-thread.ts";
         import { ranksOf } from "./api/testing/threads.ts";
         await startHashingThread().hash("correct horse");
         console.log(JSON.stringify(await ranksOf(Deno.pid)));
         Deno.exit();`,
      );
      const ranks: Rank[] = JSON.parse(stdout);
      // Its own, and at least one of those.
      expect(ranks.filter(({ policy }) => policy === 5).length).toBeGreaterThan(1);
    },
  );

  it.skipIf(platform() !== "linux")("keeps the memory of a hash for the next one", async () => {
    const hashing = given();
    const pages = async () => {
      const hashes = (await ranksOf(Deno.pid)).filter(({ policy }) => policy === 5);
      return hashes.reduce((sum, thread) => sum + thread.pages, 0);
    };
    await hashing.hash("correct horse");
    const before = await pages();
    // By default the allocator would have given it back in between, and taken 4,864 pages again at least once.
    for (let hash = 0; hash < 3; hash++) {
      await delay(150);
      await hashing.hash("battery");
    }
    expect(await pages() - before).toBeLessThan(2000);
  });
});
