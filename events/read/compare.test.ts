import { describe, expect, it } from "vitest";
import { ask, write } from "../connections/testing/commands.ts";
import { openSystemWith } from "../testing/people.ts";
import { changeRecords } from "../testing/rows.ts";
import { cause, openSystem } from "../testing/system.ts";

/** Two members with a conversation, and the program's settings. */
async function systemWithHistory() {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const id = await ask(system, "ann", "ben");
  await system.connections.act("ben", id, write("Hello"), cause);
  return system;
}

describe("read tables", () => {
  it("match an empty log, and one with history", async () => {
    expect(await (await openSystem()).readModel.differences()).toEqual([]);
    expect(await (await systemWithHistory()).readModel.differences()).toEqual([]);
  });

  it("are compared correctly during an erasure", async () => {
    const { readModel, members } = await systemWithHistory();
    let isErased = false;
    const writing: Promise<void>[] = [];
    const found = await readModel.differences(() => {
      if (isErased) return;
      isErased = true;
      writing.push(
        members.execute("ann", { type: "Erase" }, cause).then(() => {}),
      );
    });
    await Promise.all(writing);
    expect([isErased, found]).toEqual([true, []]);
    expect(await readModel.differences()).toEqual([]);
  });

  it.each([
    ["members", "UPDATE members SET sealed = zeroblob(length(sealed)) WHERE member_id = 'ann'"],
    ["members", "UPDATE members SET role = 'cadre' WHERE member_id = 'ann'"],
    ["members", "UPDATE members SET sealed = NULL WHERE member_id = 'ann'"],
    ["connections", "UPDATE connections SET record = json_set(record, '$.state', 'declined')"],
    ["connections", "DELETE FROM connections"],
    ["messages", "DELETE FROM messages WHERE rowid = 1"],
    ["settings", "INSERT INTO settings VALUES (1, '{}')"],
  ])("differ from the log: %s after %s", async (table, sql) => {
    const { readModel, database } = await systemWithHistory();
    await database.write([{ sql }]);
    expect(await readModel.differences()).toEqual([table]);
    await readModel.rebuild();
    expect(await readModel.differences()).toEqual([]);
  });

  it("differ from the log if a sealed row has other content", async () => {
    const { readModel, database, keys } = await systemWithHistory();
    await changeRecords({ database, keys }, (record) => ({ ...record, firstName: "Zoe" }));
    expect(await readModel.differences()).toEqual(["members"]);
  });
});
