import { describe, expect, it } from "vitest";
import { isStaff } from "../program/admission.ts";
import type { MemberCommand } from "./commands.ts";
import { openSystemOf } from "../testing/people.ts";
import { cause, openSystem } from "../testing/system.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { fileText, textOf } from "../testing/file-text.ts";

const [pat, kim] = ["member-pat", "member-kim"] as const;

describe("executing a command", () => {
  it("gives a username or address to one member only, in any spelling", async () => {
    const { members } = await openSystemOf(pat);
    await expect(members.execute(kim, register({ username: " PAT " }), cause)).rejects.toThrow(
      "Username already taken",
    );
    await expect(
      members.execute(kim, register({ username: "kim", email: "Pat@Example.com" }), cause),
    ).rejects.toThrow("Email already in use");
    expect(await members.execute(kim, register({ username: "kim" }), cause)).toBeDefined();
  });

  it("releases a name when it changes, but not when only its case changes", async () => {
    const { members } = await openSystemOf(pat);
    await members.execute(pat, { type: "ChangeAccountDetails", username: "Pat" }, cause);
    await expect(members.execute(kim, register({ email: "k@example.com" }), cause)).rejects
      .toThrow("Username already taken");
    await members.execute(pat, { type: "ChangeAccountDetails", username: "patricia" }, cause);
    await members.execute(kim, register({ email: "k@example.com" }), cause);
  });

  it("stores each of many concurrent changes to one member", async () => {
    const { members, log } = await openSystemOf(pat);
    await members.execute(pat, { type: "CreateProfile", fields: profileFieldsWith() }, cause);
    // More than the number of tries of one command.
    const bios = Array.from({ length: 20 }, (_, at) => `Edition ${at}`);
    const changed = await Promise.all(
      bios.map((bio) => members.execute(pat, { type: "ChangeProfile", fields: { bio } }, cause)),
    );
    expect(changed.map((member) => member?.profile?.bio)).toEqual(bios);
    const stream = await log.readStream(pat);
    expect(stream).toHaveLength(2 + bios.length);
  });

  it("decides from the row alone, without reading the stream", async () => {
    const { folder } = await openSystemOf(pat);
    const read: number[] = [];
    const watched = await openSystem(folder, {
      watchLog: (log) => ({
        ...log,
        async readStream(memberId, after) {
          const events = await log.readStream(memberId, after);
          read.push(events.length);
          return events;
        },
      }),
    });
    for (const role of ["cadet", "alumni", "cadre"] as const) {
      await watched.members.execute(pat, { type: "SelectRole", role }, cause);
    }
    expect(read).toEqual([]);
  });

  it("stores work for many members completely or not at all", async () => {
    const { members, log } = await openSystem();
    const work = ["a", "b", "a"].map((username, index) => ({
      memberId: `member-${index}`,
      commands: [register({ username, email: `${index}@example.com` })],
    }));
    await expect(members.executeAll(work, cause)).rejects.toThrow("Username already taken");
    expect(await log.lastPosition()).toBe(0);
    await members.executeAll(work.slice(0, 2), cause);
    expect(await log.lastPosition()).toBe(2);
  });
});

describe("the last two staff", () => {
  type Leave = (remainingStaffId: string) => MemberCommand;
  const others: readonly (readonly [string, Leave])[] = [
    ["change their roles", (remainingStaffId) => ({
      type: "SelectRole",
      role: "alumni",
      remainingStaffId,
    })],
    ["delete their accounts", (remainingStaffId) => ({ type: "Erase", remainingStaffId })],
    ["remove each other", (remainingStaffId) => ({
      type: "UnconfirmCadre",
      remainingStaffId,
    })],
  ];

  it.each(others)("can't %s at once through two nodes", async (_, leave) => {
    const system = await openSystem();
    for (const memberId of [pat, kim]) {
      const staff = register({ username: memberId, role: "cadre", confirmedBy: "code" });
      await system.members.execute(memberId, staff, cause);
    }
    const haveDecided = Promise.withResolvers<void>();
    let deciding = 2;
    const remove = async (memberId: string, remainingStaffId: string) => {
      const node = await openSystem(system.folder, {
        watchLog: (log) => ({
          ...log,
          async append(commits) {
            if (--deciding === 0) haveDecided.resolve();
            await haveDecided.promise;
            return await log.append(commits);
          },
        }),
      });
      return await node.members.execute(memberId, leave(remainingStaffId), cause)
        .then(() => "done", (error) => error.message);
    };
    expect(new Set(await Promise.all([remove(pat, kim), remove(kim, pat)])))
      .toEqual(new Set(["done", "Staff have changed. Reload the page and try again"]));
    const staff = [...(await system.readModel.members.byIds([pat, kim])).values()];
    expect(staff.filter(isStaff)).toHaveLength(1);
  });
});

describe("personal data in the log", () => {
  it("is unreadable, and gone after erasure", async () => {
    const system = await openSystem();
    const { members, log, keys, database } = system;
    await members.execute(pat, register({ lastName: "Zanzibar" }), cause);
    await members.execute(
      pat,
      { type: "CreateProfile", fields: profileFieldsWith({ bio: "Zanzibar" }) },
      cause,
    );
    expect(await fileText(system.folder)).not.toContain("Zanzibar");
    const sealed = (await Promise.all([
      database.read("SELECT wrapped AS bytes FROM member_keys"),
      database.read("SELECT sealed AS bytes FROM personal UNION SELECT sealed FROM members"),
    ])).flat().map(({ bytes }) => textOf(bytes));
    await members.execute(pat, { type: "Erase" }, cause);
    await database.truncateWriteAheadLog();
    const bytes = await fileText(system.folder);
    expect(sealed.filter((one) => bytes.includes(one))).toEqual([]);
    expect((await log.readStream(pat)).map(({ sealed }) => sealed)).toEqual([null, null, null]);
    expect((await keys.load([pat])).size).toBe(0);
    expect(await keys.erasedIds()).toEqual([pat]);
    await members.execute(kim, register(), cause);
  });
});
