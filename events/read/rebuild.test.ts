import { describe, expect, it } from "vitest";
import { register } from "../testing/members.ts";
import { cause, dump, openSystem, type System } from "../testing/system.ts";
import { tamper } from "../testing/tamper.ts";

async function systemWith(count: number): Promise<System> {
  const system = await openSystem();
  const people = Array.from({ length: count }, (_, index) => ({
    memberId: `member-${index}`,
    commands: [register({ username: `user${index}` })],
  }));
  await system.members.executeAll(people, cause);
  return system;
}

describe("a rebuild", () => {
  it("that fails leaves the tables unchanged", async () => {
    const system = await systemWith(1100);
    const before = await dump(system);
    const killed = system.readModel.rebuild(() => {
      throw new Error("Killed");
    });
    await expect(killed).rejects.toThrow("Killed");
    expect(await dump(system)).toEqual(before);
    await system.members.execute("member-1", { type: "SelectRole", role: "cadet" }, cause);
    const changed = await dump(system);
    const another = await openSystem(system.folder);
    await another.readModel.rebuild();
    expect(await dump(system)).toEqual(changed);
  });

  it("continues through an erasure, and gives the same tables", async () => {
    const system = await systemWith(1100);
    let isErased = false;
    const erasing: Promise<void>[] = [];
    await system.readModel.rebuild(() => {
      if (isErased) return;
      isErased = true;
      erasing.push(
        system.members.execute("member-3", { type: "Erase" }, cause).then(() => {}),
      );
    });
    await Promise.all(erasing);
    const after = await dump(system);
    expect(after.filter(({ record }) => record === null)).toMatchObject([{
      member_id: "member-3",
    }]);
    await system.readModel.rebuild();
    expect(await dump(system)).toEqual(after);
  });

  it("can run in several processes at once, with one result", async () => {
    const one = await systemWith(1100);
    const two = await openSystem(one.folder);
    const before = await dump(one);
    const generation = (await one.readModel.version()).generation;
    await Promise.all([one, two, one, two].map(({ readModel }) => readModel.rebuild()));
    expect(await dump(two)).toEqual(before);
    expect((await two.readModel.version()).generation).toBeGreaterThan(generation);
    const indexes = await one.database.read(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'members' AND sql IS NOT NULL",
    );
    expect(indexes).toHaveLength(8);
  });

  it("gives the same rows for members whose events are pages apart, including erased ones", async () => {
    const system = await systemWith(3);
    for (let turn = 0; turn < 6; turn++) {
      const people = [0, 1, 2].map((index) => ({
        memberId: `member-${index}`,
        commands: Array.from({ length: 600 }, (_, change) => ({
          type: "ChangeAccountDetails" as const,
          firstName: `Name${turn}-${change}`,
        })),
      }));
      await system.members.executeAll(turn < 3 ? people : people.slice(1), cause);
      if (turn === 2) await system.members.execute("member-0", { type: "Erase" }, cause);
    }
    const live = await dump(system);
    expect(live.map(({ record }) => record && record.firstName)).toEqual(
      [null, "Name5-599", "Name5-599"],
    );
    let turns = 0;
    const others = setInterval(() => turns++);
    await system.readModel.rebuild();
    clearInterval(others);
    expect(await dump(system)).toEqual(live);
    // The process has answered other requests in between.
    expect(turns).toBeGreaterThan(0);
  });

  it("resets tables that are ahead of the log, such as after a restore", async () => {
    const system = await systemWith(3);
    const before = await dump(system);
    await system.members.execute("member-1", { type: "SelectRole", role: "cadet" }, cause);
    await tamper(
      system,
      "DELETE FROM events WHERE position = 4",
      "UPDATE sqlite_sequence SET seq = 3 WHERE name = 'events'",
    );
    await system.readModel.rebuild();
    expect(await dump(system)).toEqual(before);
    await system.members.execute("member-2", { type: "SelectRole", role: "cadre" }, cause);
    expect((await system.readModel.members.byId("member-2"))?.role).toBe("cadre");
  });

  it("finishes during constant saves, and includes all of them", async () => {
    const system = await systemWith(50);
    const other = await openSystem(system.folder);
    let isOver = false;
    let saves = 0;
    const saving = (async () => {
      for (; !isOver; saves++) {
        const firstName = `Name${saves}`;
        const command = { type: "ChangeAccountDetails", firstName } as const;
        await system.members.execute("member-1", command, cause);
      }
    })();
    await other.readModel.rebuild();
    const during = saves;
    isOver = true;
    await saving;
    expect(during).toBeGreaterThan(0);
    expect((await other.readModel.members.byId("member-1"))?.firstName).toBe(`Name${saves - 1}`);
    expect(await system.readModel.differences()).toEqual([]);
  });
});
