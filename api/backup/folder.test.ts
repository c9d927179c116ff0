import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { areOnOneDisk, checkFolder, createFolderPlace } from "./folder.ts";
import { describeBackupPlace, streamOf } from "./place.contract.ts";
import { backupName } from "./place.ts";

describeBackupPlace("a folder", async () => {
  const folder = join(await temporaryFolder(), "made", "backups");
  const place = createFolderPlace({ folder, mayMake: true });
  await place.prepare();
  return place;
});

const name = backupName(new Date("2026-11-21T03:00:00Z"));
const body = () => streamOf(new Uint8Array(10));

describe("a folder for backups", () => {
  it("is created only if allowed; otherwise its disk counts as missing", async () => {
    const folder = join(await temporaryFolder(), "backups");
    const place = createFolderPlace({ folder, mayMake: false });
    await expect(place.list()).rejects.toMatchObject({ code: "away" });
    await expect(place.write(name, body())).rejects.toMatchObject({ code: "away" });
    await expect(checkFolder(folder)).rejects.toMatchObject({ code: "away" });
    await mkdir(folder);
    expect(await place.list()).toEqual([]);
    await checkFolder(folder);
  });

  it("that is a file can't be written to", async () => {
    const folder = join(await temporaryFolder(), "backups");
    await writeFile(folder, "");
    const place = createFolderPlace({ folder, mayMake: true });
    await expect(place.prepare()).rejects.toMatchObject({ code: "unwritable" });
    await expect(place.write(name, body())).rejects.toMatchObject({ code: "unwritable" });
    await expect(place.list()).rejects.toMatchObject({ code: "unwritable" });
  });

  it("may contain other files, which are never changed", async () => {
    const folder = await temporaryFolder();
    const others = ["notes.txt", "notes.txt.unfinished", "alumni-2026.age", `${name}.old`];
    for (const other of others) await writeFile(join(folder, other), "");
    await writeFile(join(folder, `${name}.unfinished`), "half of one");
    await mkdir(join(folder, backupName(new Date(0))));
    const place = createFolderPlace({ folder, mayMake: true });
    await place.tidy();
    expect(await place.list()).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual([...others, backupName(new Date(0))].sort());
    await expect(place.remove("../notes.txt")).rejects.toThrow("no name of a backup");
  });

  it("is recognized on the data's disk", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "backups"));
    expect(await areOnOneDisk(folder, join(folder, "backups"))).toBe(true);
    expect(await areOnOneDisk(folder, "/dev/shm")).toBe(false);
    await symlink("/dev/shm", join(folder, "linked"));
    expect(await areOnOneDisk(folder, join(folder, "linked"))).toBe(false);
  });
});
