import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../events/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { send, signUp } from "../testing/calls.ts";
import type { RunningProduct } from "../testing/process.ts";
import { productForTest } from "../testing/product-for-test.ts";

/** What the product has acknowledged to one person. */
interface Acknowledged {
  readonly username: string;
  readonly cookie: string;
  /** The last answered text, and the one that was sent last, answered or not. */
  bio: { answered: string | undefined; sent: string | undefined };
}

const profile = {
  classYear: "2012",
  rank: "CPT",
  armyBranch: "Aviation",
  mos: "15A",
  primaryEmail: "someone@example.com",
};

describe("the product, killed in the middle of its work", () => {
  it.each([1, 6, 12])(
    "has every answered change once after a restart (killed with person %i)",
    async (people) => {
      const folder = await temporaryFolder();
      const first = await productForTest({ DATA_DIR: folder });
      const acknowledged: Acknowledged[] = [];
      const work = [0, 1, 2, 3].map((worker) =>
        writeUntilGone(first, `worker${worker}`, acknowledged)
      );
      await expect.poll(() => acknowledged.length, { interval: 5, timeout: 20_000 })
        .toBeGreaterThanOrEqual(people);
      await first.stop("SIGKILL");
      await Promise.all(work);

      const second = await productForTest({ DATA_DIR: folder });
      for (const { username, cookie, bio } of acknowledged) {
        const user = await send(second, "GET", "/api/user", { cookie });
        expect(await user.json()).toMatchObject({ username });
        const own = await send(second, "GET", "/api/profile/me", { cookie });
        const now = await own.json();
        if (bio.answered !== undefined) expect([bio.answered, bio.sent]).toContain(now?.bio);
      }
      await second.stop();

      const before = await membersIn(folder);
      const usernames = before.map((row) => row.username_key);
      expect(new Set(usernames).size).toBe(usernames.length);
      for (const { username } of acknowledged) expect(usernames).toContain(username);
      await rebuild(folder);
      expect(await membersIn(folder)).toEqual(before);
    },
    60_000,
  );
});

/** Registers people and saves their profiles, one after the other, until nobody answers. */
async function writeUntilGone(
  product: RunningProduct,
  name: string,
  acknowledged: Acknowledged[],
): Promise<void> {
  try {
    for (let number = 0;; number++) {
      const username = `${name}.${number}`;
      const { cookie } = await signUp(product, username);
      const person: Acknowledged = {
        username,
        cookie,
        bio: { answered: undefined, sent: undefined },
      };
      acknowledged.push(person);
      for (const [turn, method] of ["POST", "PATCH", "PATCH"].entries()) {
        const bio = `Version ${turn}`;
        person.bio.sent = bio;
        const body = method === "POST" ? { ...profile, bio } : { bio };
        const saved = await send(product, method, "/api/profile", { cookie, body });
        expect(saved.ok).toBe(true);
        person.bio.answered = bio;
      }
    }
  } catch (error) {
    // The connection breaks when the process is killed; anything else is a failure.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function membersIn(folder: string) {
  const database = await openDatabase({
    url: `file:${join(folder, "read.db")}`,
    durability: "normal",
  });
  const rows = await database.read("SELECT * FROM members ORDER BY member_id");
  database.close();
  return rows;
}

async function rebuild(folder: string) {
  await promisify(execFile)(Deno.execPath(), ["run", "-A", "api/operations/tasks/rebuild.ts"], {
    env: { ...Deno.env.toObject(), DATA_DIR: folder },
  });
}
