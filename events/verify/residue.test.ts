import { expect, it } from "vitest";
import { openSystemWith } from "../testing/people.ts";
import { cause, secrets } from "../testing/system.ts";
import { residueOf } from "./residue.ts";
import { verifyLog } from "./verify-log.ts";
import { verifyMembers } from "./verify-members.ts";

it("is counted, and erased, in all private streams of a member, also when their key was lost before", async () => {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const { members, connections, databases, vault, log } = system;
  const wish = { mentorId: "ben", topics: ["Networking"], note: "How did you begin?" };
  const id = await connections.ask("ann", wish, cause);
  for (let said = 1; said <= 150; said++) {
    const command = { type: "Write", text: `Question ${said}`, way: "site" } as const;
    await connections.act(said % 3 === 0 ? "ann" : "ben", id, command, cause);
  }
  const sealedOf = async (memberId: string) =>
    (await residueOf(databases, memberId, secrets.claimKey))["sealed payload"];
  // Registered and with a profile, and a hundred messages.
  expect(await sealedOf("ben")).toBe(102);
  await databases.vault.write([{ sql: "DELETE FROM member_keys WHERE member_id = 'ben'" }]);
  await members.execute("ben", { type: "Erase" }, cause);
  await vault.forget("ben");
  expect(await sealedOf("ben")).toBe(0);
  expect(await sealedOf("ann")).toBe(53);
  expect((await verifyLog(databases.events)).findings).toEqual([]);
  await system.readModel.catchUp();
  const { claimKey } = secrets;
  expect(await verifyMembers({ log, keys: vault.keys, claimKey, databases })).toEqual([]);
});
