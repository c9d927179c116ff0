import { expect, it } from "vitest";
import { ask, write } from "./testing/commands.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause } from "../testing/system.ts";
import { residueOf } from "../testing/residue.ts";

it("erases all that a member did with others", async () => {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const { members, connections, database } = system;
  const id = await ask(system, "ann", "ben");
  for (let said = 1; said <= 150; said++) {
    await connections.act(said % 3 === 0 ? "ann" : "ben", id, write(`Question ${said}`), cause);
  }
  const residueIn = async (memberId: string) => {
    const residue = await residueOf(database, memberId);
    return [residue["personal part of an event"], residue["stream with another member"]];
  };
  // Registered and with a profile, and a hundred messages.
  expect(await residueIn("ben")).toEqual([102, 1]);
  await members.execute("ben", { type: "Erase" }, cause);
  expect(await residueIn("ben")).toEqual([0, 0]);
  expect(await residueIn("ann")).toEqual([53, 0]);
  expect(await system.readModel.differences()).toEqual([]);
});
