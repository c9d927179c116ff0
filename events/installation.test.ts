import { copyFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installationOf } from "./installation.ts";
import { temporaryFolder } from "./testing/database.ts";
import { register } from "./testing/members.ts";
import { cause, openSystem, type System } from "./testing/system.ts";

const add = (system: System, name: string) =>
  system.members.execute(name, register({ username: name }), cause);

/** Another folder with the same databases, as copying them by hand makes it. */
async function copyOf({ folder, databases }: System): Promise<string> {
  for (const database of Object.values(databases)) await database.truncateWriteAheadLog();
  const to = join(await temporaryFolder(), "copy");
  await cp(folder, to, { recursive: true });
  return to;
}

describe("the installation's id", () => {
  it("is the same in log, vault and read tables, and in no other installation", async () => {
    const [one, other] = [await openSystem(), await openSystem()];
    const ids = await Promise.all(Object.values(one.databases).map(installationOf));
    expect(ids).toEqual([one.installation, one.installation, one.installation]);
    expect(one.installation).toMatch(/^[0-9a-f]{32}$/);
    expect(other.installation).not.toBe(one.installation);
    expect((await openSystem(one.folder)).installation).toBe(one.installation);
  });

  it.each(["vault", "read"] as const)("tells %s of another installation, by name", async (name) => {
    const [one, other] = [await openSystem(), await openSystem()];
    await add(other, "kim");
    for (const database of Object.values(other.databases)) await database.truncateWriteAheadLog();
    const mixed = await copyOf(one);
    await copyFile(join(other.folder, `${name}.db`), join(mixed, `${name}.db`));
    const opened = openSystem(mixed);
    await expect(opened).rejects.toThrow(join(mixed, `${name}.db`));
    await expect(opened).rejects.toThrow(join(mixed, "events.db"));
  });
});

describe("a vault that lacks keys", () => {
  it("is refused, also where a member was never erased by the log", async () => {
    const system = await openSystem();
    await add(system, "pat");
    const before = await copyOf(system);
    await add(system, "kim");
    await system.members.execute("kim", { type: "SelectRole", role: "cadet" }, cause);
    const now = await copyOf(system);
    await copyFile(join(before, "vault.db"), join(now, "vault.db"));
    await expect(openSystem(now)).rejects.toThrow("has no key for 1 of the members");
  });

  it("is not meant by an erasure that was interrupted, nor by one that was not", async () => {
    const system = await openSystem();
    for (const name of ["pat", "kim"]) await add(system, name);
    await system.members.execute("pat", { type: "Erase" }, cause);
    await expect(openSystem(system.folder)).resolves.toBeDefined();
    await system.vault.forget("pat");
    await expect(openSystem(system.folder)).resolves.toBeDefined();
  });
});
