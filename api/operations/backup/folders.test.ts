import { describe, expect, it } from "vitest";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { backupsIn, chooseBackup, startBackup } from "./folders.ts";
import { manifestName } from "./manifest.ts";

const at = new Date("2026-11-21T03:00:00.400Z");
const name = "log-2026-11-21T03-00-00Z";

/** Backups that are finished one after the other, each with its number as its manifest. */
async function givenBackups(parent: string, count: number, when = at) {
  const paths: string[] = [];
  for (let number = 1; number <= count; number++) {
    const backup = await startBackup(parent, "log", when);
    paths.push(await backup.finish(String(number)));
  }
  return paths;
}

describe("backups of the same second", () => {
  it("have names of their own, in their order, and replace nothing", async () => {
    const parent = await temporaryFolder();
    const paths = await givenBackups(parent, 12);
    expect(paths.slice(0, 3).map((path) => basename(path))).toEqual([
      name,
      `${name}-02`,
      `${name}-03`,
    ]);
    expect(await backupsIn(parent, "log")).toEqual(paths);
    const manifests = paths.map((path) => readFile(join(path, manifestName), "utf8"));
    expect(await Promise.all(manifests)).toEqual(paths.map((_, index) => String(index + 1)));
    expect(await chooseBackup(parent, "log")).toBe(paths.at(-1));
  });

  it("are two when both end at once", async () => {
    const parent = await temporaryFolder();
    const both = await Promise.all([1, 2].map(() => startBackup(parent, "log", at)));
    const paths = await Promise.all(both.map((backup) => backup.finish("")));
    expect(paths.map((path) => basename(path)).sort()).toEqual([name, `${name}-02`]);
  });

  it("are older than those of the next second", async () => {
    const parent = await temporaryFolder();
    const early = await givenBackups(parent, 2);
    const late = await givenBackups(parent, 1, new Date(at.getTime() + 1000));
    expect(await backupsIn(parent, "log")).toEqual([...early, ...late]);
  });
});
