import { expect, it } from "vitest";
import { ask, write } from "./testing/commands.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause, secrets } from "../testing/system.ts";
import { residueOf } from "../testing/residue.ts";

it("is counted, and erased, in all private streams of a member, also when their key was lost before", async () => {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const { members, connections, database, vault } = system;
  const id = await ask(system, "ann", "ben");
  for (let said = 1; said <= 150; said++) {
    await connections.act(said % 3 === 0 ? "ann" : "ben", id, write(`Question ${said}`), cause);
  }
  const sealedOf = async (memberId: string) =>
    (await residueOf(database, memberId, secrets.claimKey))["sealed payload"];
  // Registered and with a profile, and a hundred messages.
  expect(await sealedOf("ben")).toBe(102);
  await database.write([{ sql: "DELETE FROM member_keys WHERE member_id = 'ben'" }]);
  await members.execute("ben", { type: "Erase" }, cause);
  await vault.forget("ben");
  expect(await sealedOf("ben")).toBe(0);
  expect(await sealedOf("ann")).toBe(53);
  expect(await system.readModel.differences()).toEqual([]);
});
