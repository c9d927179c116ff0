import { readdir, readFile } from "node:fs/promises";
import { constants, platform } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { startHashingThread } from "./hashing-thread.ts";

function given() {
  const hashing = startHashingThread();
  onTestFinished(() => hashing.close());
  return hashing;
}

/** How far each thread of this process comes after others. */
async function ranks(): Promise<number[]> {
  const threads = await readdir("/proc/self/task");
  const stats = await Promise.all(threads.map((thread) => statOf(thread).catch(() => "")));
  return stats.map((stat) => Number(stat.slice(stat.lastIndexOf(")")).split(" ")[17]));
}

const statOf = (thread: string) => readFile(`/proc/self/task/${thread}/stat`, "utf8");

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
      const [main, ...others] = await ranks();
      expect(main).not.toBe(last);
      // Its own, and at least one that hashes.
      expect(others.filter((rank) => rank === last).length).toBeGreaterThan(1);
    },
  );
});
