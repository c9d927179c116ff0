import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { profileFieldsWith, register } from "../../events/testing/members.ts";
import { forge } from "../../events/testing/forge.ts";
import { cause, openSystem, secrets, type System } from "../../events/testing/system.ts";
import { tamper } from "../../events/testing/tamper.ts";
import { verifyLog } from "../../events/verify/verify-log.ts";
import { headsOf } from "../node/heads.ts";

/** Three members with two events each, positions 1 to 6, all of one millisecond, and a head of each. */
async function given() {
  const system = await openSystem();
  const heads = headsIn(system);
  await heads.prepare();
  for (const name of ["pat", "kim", "lee"]) {
    const person = register({ username: name, email: `${name}@example.com` });
    await system.members.execute(name, person, cause);
    await system.members.execute(
      name,
      { type: "CreateProfile", fields: profileFieldsWith() },
      cause,
    );
    await heads.write();
  }
  return { system, heads, folder: folderOf(system) };
}

const folderOf = (system: System) => join(system.folder, "heads");

/** As another process has them. */
function headsIn(system: System, claimKey = secrets.claimKey) {
  const given = { databases: system.databases, secrets: { claimKey } };
  return headsOf({ headsDir: folderOf(system) }, given);
}

describe("heads of the log", () => {
  it("are one for each position, and fit the log that went on", async () => {
    const { system, heads, folder } = await given();
    await heads.write();
    await system.members.execute("kim", { type: "Erase" }, cause);
    expect(await readdir(folder)).toEqual([2, 4, 6].map((at) => `head-00000000000${at}.json`));
    const verified = await headsIn(system).verify();
    expect(verified).toMatchObject({ newest: { position: 6 }, finding: undefined, strangers: [] });
  });

  it.each<[string, Parameters<typeof forge>[1], number]>([
    [
      "facts that were forged",
      (events) => {
        for (const row of events) if (row.position === 3) row.facts = '{"role":"cadre"}';
        return events;
      },
      4,
    ],
    [
      "a member who was cut out",
      (events) => events.filter(({ member_id }) => member_id !== "kim"),
      4,
    ],
    [
      "two events of one millisecond that were swapped",
      ([one, two, three, four, five, six]) =>
        [one, two, three, five, four, six].filter((row) => row !== undefined),
      4,
    ],
    ["an end that was cut off", (events) => events.slice(0, 5), 5],
  ])("find %s, with all hashes redone", async (_, change, position) => {
    const { system } = await given();
    await forge(system, change);
    expect((await verifyLog(system.databases.events)).findings).toEqual([]);
    expect((await headsIn(system).verify()).finding?.position).toBe(position);
  });

  it("of a log that was forged are not signed", async () => {
    const { system, folder } = await given();
    const before = await readdir(folder);
    await forge(system, (events) => events.slice(2));
    await expect(headsIn(system).write()).rejects.toThrow("reached position 6");
    expect(await readdir(folder)).toEqual(before);
  });

  it("are those that this program signed for their position", async () => {
    const { system, folder } = await given();
    const name = (at: number) => join(folder, `head-00000000000${at}.json`);
    await writeFile(name(5), await readFile(name(4)));
    await writeFile(name(7), "{");
    const { newest, strangers } = await headsIn(system).verify();
    expect([newest?.position, strangers]).toEqual([6, [name(5), name(7)]]);
    const another = await headsIn(system, secrets.kek).verify();
    expect([another.newest, another.strangers.length]).toEqual([undefined, 5]);
  });

  it("that don't match the log are set aside on purpose only", async () => {
    const { system, folder } = await given();
    await forge(system, (events) => events.slice(0, 5));
    expect((await headsIn(system).setAside(new Date(0))).count).toBe(1);
    expect((await readdir(folder)).sort()).toEqual([
      "head-000000000002.json",
      "head-000000000004.json",
      "replaced-1970-01-01T00-00-00Z",
    ]);
    expect((await headsIn(system).verify()).finding).toBeUndefined();
  });

  it("are never more than so many", async () => {
    const { system, heads, folder } = await given();
    for (let number = 0; number < 210; number++) {
      const role = number % 2 === 0 ? "cadet" : "alumni";
      await system.members.execute("pat", { type: "SelectRole", role }, cause);
      await heads.write();
    }
    const names = (await readdir(folder)).sort();
    expect([names.length, names.at(-1)]).toEqual([200, "head-000000000216.json"]);
    await tamper(system, "UPDATE events SET at_ms = at_ms - 1, hash = '0' WHERE position = 1");
    expect((await headsIn(system).verify()).finding?.position).toBe(17);
  }, 30_000);
});
