import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { commit } from "../testing/commits.ts";
import { createRandom } from "../testing/random.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { type Claim, emptyStream, type Head } from "./event-log.ts";
import { openLibsqlLog } from "./libsql.ts";

it("leaves no byte of what an erased member had claimed, over any pages it was moved", async () => {
  const random = createRandom(3);
  const folder = await temporaryFolder();
  const log = await openLibsqlLog(await databaseIn(folder, "alumni.db"), () => 0);
  const members = new Map<string, { head: Head; claims: Claim[] }>();
  const erased = new Set<string>();
  const digest = () => `zq${random.uuid().replaceAll("-", "")}${random.uuid().slice(0, 30)}`;

  async function change(memberId: string, claims: Claim[], erase: boolean) {
    const before = members.get(memberId);
    const [recorded] = await log.append([{
      ...commit(memberId, random.uuid()),
      head: before?.head ?? emptyStream,
      claim: claims,
      release: erase ? [] : before?.claims ?? [],
      ...erase && { erase: [memberId] },
    }]);
    for (const claim of before?.claims ?? []) erased.add(claim.digest);
    if (recorded !== undefined) members.set(memberId, { head: recorded, claims });
  }

  async function bytes(): Promise<string> {
    // In another process: a file that this one closes loses the locks of its databases.
    const files = ["alumni.db", "alumni.db-wal"].map((name) => join(folder, name));
    const options = { encoding: "latin1", maxBuffer: 2 ** 28 } as const;
    return (await promisify(execFile)("cat", files, options)).stdout;
  }

  for (let turn = 0; turn < 300; turn++) {
    const claims = (["username", "email"] as const).map((kind) => ({ kind, digest: digest() }));
    const roll = random.int(100);
    const present = [...members.keys()];
    if (roll < 60 || present.length === 0) await change(random.uuid(), claims, false);
    else if (roll < 80) await change(random.pick(present), claims, false);
    else {
      const memberId = random.pick(present);
      await change(memberId, [], true);
      members.delete(memberId);
      await log.forgetErased();
      const found = (await bytes()).match(/zq[0-9a-f-]{60,62}/g) ?? [];
      expect(found.filter((one) => erased.has(one))).toEqual([]);
    }
  }
  const kept = [...members.values()].flatMap((member) =>
    member.claims.map((claim) => claim.digest)
  );
  const found = new Set((await bytes()).match(/zq[0-9a-f-]{60,62}/g));
  expect(kept.filter((one) => !found.has(one))).toEqual([]);
});
