import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DatabaseDamaged } from "../store/database-errors.ts";
import type { MemberCommand } from "../members/commands.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { openSystemOf, outcomeOf } from "../testing/people.ts";
import { cause, dump, openSystem, type System } from "../testing/system.ts";

describe("the read tables", () => {
  it("contain a change once it is stored", async () => {
    const { readModel } = await openSystemOf("a");
    expect(await readModel.members.byId("a")).toMatchObject({ username: "pat", role: "alumni" });
  });

  it("find members by username and address, in any spelling", async () => {
    const { members, readModel } = await openSystem();
    await members.execute("a", register({ username: "Pat" }), cause);
    expect((await readModel.members.byUsername(" pAT "))?.memberId).toBe("a");
    expect((await readModel.members.byEmail("PAT@example.com"))?.memberId).toBe("a");
    expect(await readModel.members.byUsername("patricia")).toBeUndefined();
  });

  it("are current for each of many concurrent writers", async () => {
    const { members, readModel } = await openSystem();
    const found = await Promise.all(Array.from({ length: 30 }, async (_, index) => {
      const memberId = `member-${index}`;
      await members.execute(memberId, register({ username: `user${index}` }), cause);
      return (await readModel.members.byId(memberId))?.username;
    }));
    expect(found).toEqual(found.map((_, index) => `user${index}`));
  });

  it("report damage when a row can't be opened", async () => {
    const { readModel, database } = await openSystemOf("a");
    await database.write([{ sql: "UPDATE members SET sealed = substr(sealed, 1, 20)" }]);
    await expect(readModel.members.byId("a")).rejects.toThrow(DatabaseDamaged);
    await expect(readModel.members.changedSince(0, 10)).rejects.toThrow(
      "which builds it from the log",
    );
  });

  it("list changes since a position, including erased members", async () => {
    const { members, readModel } = await openSystemOf("a");
    await members.execute("b", register({ username: "kim" }), cause);
    const first = await readModel.members.changedSince(0, 10);
    expect(first.map(({ memberId }) => memberId)).toEqual(["a", "b"]);
    await members.execute("a", { type: "Erase" }, cause);
    const since = await readModel.members.changedSince(first.at(-1)?.position ?? 0, 10);
    expect(since).toMatchObject([{ memberId: "a", member: undefined }]);
  });

  it("delete an erased member's row", async () => {
    const { members, readModel, database, folder } = await openSystem();
    await members.execute("a", register({ lastName: "Zanzibar" }), cause);
    await members.execute("a", { type: "Erase" }, cause);
    expect(await database.read("SELECT member_id FROM members WHERE sealed IS NULL"))
      .toHaveLength(1);
    for (const file of ["alumni.db", "alumni.db-wal"]) {
      expect((await readFile(join(folder, file))).includes("Zanzibar")).toBe(false);
    }
    expect(await readModel.members.byUsername("pat")).toBeUndefined();
  });

  it("are updated by two processes at once without skipping or repeating", async () => {
    const one = await openSystem();
    const two = await openSystem(one.folder);
    await Promise.all([one, two].map(async (system, process) => {
      for (let turn = 0; turn < 15; turn++) {
        const name = `${process}-${turn}`;
        await system.members.execute(name, register({ username: `user-${name}` }), cause);
        expect(await system.readModel.members.byId(name)).toBeDefined();
      }
    }));
    const before = await dump(one);
    expect(before).toHaveLength(30);
    await one.readModel.rebuild();
    expect(await dump(two)).toEqual(before);
  });

  it("are the same after a rebuild, for any history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const system = await openSystem();
        for (const { memberId, command } of steps) await attempt(system, memberId, command);
        const before = await dump(system);
        await system.readModel.rebuild();
        expect(await dump(system)).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});

const name = fc.constantFrom("pat", "kim", "lee", "sam");
const command: fc.Arbitrary<MemberCommand> = fc.oneof(
  fc.record({ username: name, email: name.map((text) => `${text}@example.com`) }).map(register),
  fc.constantFrom("cadet", "alumni", "cadre").map((role) => ({
    type: "SelectRole" as const,
    role: role as "cadet",
  })),
  name.map((username) => ({ type: "ChangeAccountDetails" as const, username })),
  name.map((bio) => ({ type: "CreateProfile" as const, fields: profileFieldsWith({ bio }) })),
  fc.record({ bio: name, isVisible: fc.boolean(), location: fc.boolean() }).map((
    { bio, isVisible, location },
  ) => ({
    type: "ChangeProfile" as const,
    fields: { bio },
    isVisible,
    sharedFields: { location },
  })),
  name.map((text) => ({ type: "VerifyEmail" as const, email: `${text}@example.com` })),
  fc.constantFrom("DeleteProfile", "RecordPasswordReset", "Erase").map((type) => ({
    type: type as "Erase",
  })),
);
const step = fc.record({ memberId: fc.constantFrom("a", "b", "c"), command });

/** Ignores refusals: half of the random commands make no sense at their place. */
async function attempt(
  { members, clock }: System,
  memberId: string,
  command: MemberCommand,
) {
  clock.ms += 1000;
  await outcomeOf(members.execute(memberId, command, cause));
}
