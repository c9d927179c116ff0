import { platform } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Rank, ranksOf } from "../../testing/threads.ts";
import { startHashingThread } from "./hashing-thread.ts";

function given() {
  const hashing = startHashingThread();
  onTestFinished(() => hashing.close());
  return hashing;
}

/** The rank of threads that hash. */
const isLower = ({ nice }: Rank) => nice === 5;

describe("the thread that hashes passwords", () => {
  it("answers each request with its own result, and a malformed hash with an error", async () => {
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
    "comes after the one that answers, with those that Argon2 runs on, which are its own",
    async () => {
      const before = await ranksOf(Deno.pid);
      await given().hash("correct horse");
      const [main, ...others] = await ranksOf(Deno.pid);
      expect(main?.nice).toBe(before[0]?.nice);
      // Its own, and at least one that hashes.
      expect(others.filter(isLower).length).toBeGreaterThan(1);
    },
  );

  it.skipIf(platform() !== "linux")("reuses the memory of a hash for the next one", async () => {
    const hashing = given();
    // By default the allocator frees it in between, and allocates 4,864 pages again for every other hash. Each hashing
    // thread should allocate them once. The allocator has its own clock, so this takes real time.
    for (let hash = 0; hash < 8; hash++) {
      await hashing.hash("battery");
      await delay(150);
    }
    const pages = (await ranksOf(Deno.pid)).filter(isLower).map((thread) => thread.pages);
    expect(Math.max(...pages)).toBeLessThan(2 * 4864);
  });
});
