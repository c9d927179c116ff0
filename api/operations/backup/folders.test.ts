import { describe, expect, it } from "vitest";
import { mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { temporaryFolder } from "../../../events/testing/database.ts";
import {
  backupsIn,
  checkBackups,
  chooseBackup,
  latestBackup,
  retainDays,
  startBackup,
} from "./folders.ts";
import { manifestName } from "./manifest.ts";

const at = new Date("2026-11-21T03:00:00.400Z");
const now = new Date("2026-11-21T12:00:00.400Z");
const midnight = new Date("2026-11-21");
const name = "log-2026-11-21T03-00-00Z";

/** A folder with backups that are finished one after the other, each with its number as its manifest. */
async function given(...times: readonly string[]) {
  const parent = await temporaryFolder();
  const paths: string[] = [];
  for (const time of times) {
    const backup = await startBackup(parent, "log", new Date(time));
    paths.push(await backup.finish(String(paths.length + 1)));
  }
  const left = async () => (await backupsIn(parent, "log")).map((path) => basename(path));
  return { parent, paths, left };
}

describe("backups of the same second", () => {
  it("have names of their own, in their order, and replace nothing", async () => {
    const { parent, paths } = await given(...Array(12).fill(at.toISOString()));
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
    const { parent, paths } = await given(
      ...["2026-11-21T03:00:00Z", "2026-11-21T03:00:00.9Z", "2026-11-21T03:00:01Z"],
    );
    expect(await backupsIn(parent, "log")).toEqual(paths);
  });
});

describe("the days whose backups stay", () => {
  it("are the newest that have a backup, also when days are missing", async () => {
    const { parent, left } = await given(
      "2026-09-01T03:00:00Z",
      "2026-11-02T03:00:00Z",
      "2026-11-20T03:00:00Z",
      "2026-11-21T03:00:00Z",
    );
    expect(await retainDays(await backupsIn(parent, "log"), 3)).toBe(1);
    expect(await left()).toEqual([
      "log-2026-11-02T03-00-00Z",
      "log-2026-11-20T03-00-00Z",
      "log-2026-11-21T03-00-00Z",
    ]);
  });

  it("are not fewer for many backups of one day, which stay and go together", async () => {
    const { parent, left } = await given(
      "2026-11-19T03:00:00Z",
      "2026-11-19T04:00:00Z",
      "2026-11-20T23:59:59Z",
      ...Array.from({ length: 20 }, () => "2026-11-21T00:00:00Z"),
    );
    expect(await retainDays(await backupsIn(parent, "log"), 2)).toBe(2);
    expect((await left()).slice(0, 2)).toEqual([
      "log-2026-11-20T23-59-59Z",
      "log-2026-11-21T00-00-00Z",
    ]);
    expect(await left()).toHaveLength(21);
  });

  it("are those of one kind: the other has its own", async () => {
    const { parent, left } = await given("2026-11-20T03:00:00Z", "2026-11-21T03:00:00Z");
    await (await startBackup(parent, "vault", now)).finish("a manifest");
    expect(await retainDays(await backupsIn(parent, "vault"), 1)).toBe(0);
    expect(await left()).toHaveLength(2);
  });
});

describe("the backup of today", () => {
  const day = "2026-11-21";

  it.each([
    ["none of yesterday", ["2026-11-20T23:59:59Z"], undefined],
    ["the latest since midnight UTC", [`${day}T00:00:00Z`, `${day}T11:59:59Z`], "T11-59-59Z"],
    ["one of this second", [`${day}T12:00:00Z`, `${day}T12:00:00Z`], "T12-00-00Z-02"],
    ["none from later today", [`${day}T12:00:01Z`], undefined],
    [
      "one from before, beside one from later",
      [`${day}T01:00:00Z`, `${day}T13:00:00Z`],
      "T01-00-00Z",
    ],
  ])("is %s", async (_, times, end) => {
    const { parent } = await given(...times);
    const found = await latestBackup(parent, "log", midnight, now);
    expect(found && basename(found)).toBe(end && `log-${day}${end}`);
  });

  it("is none in a folder that is not there", async () => {
    expect(await latestBackup("/not/there", "log", midnight, now)).toBeUndefined();
  });
});

describe("the check of backups", () => {
  const began = "2026-01-01T00:00:00Z";

  it.each<[boolean, string, readonly string[], string?]>([
    [true, "a whole one of the last two days", ["log-2026-11-20T12-00-01Z"], began],
    [false, "an older one", ["log-2026-11-20T11-59-59Z"], began],
    [false, "one that is unfinished", [".unfinished-1", "vault-2026-11-22T00-00-00Z"], began],
    // This clock is slow, or it was fast then: the age of that backup is unknown.
    [false, "one from the future", ["log-2027-01-01T00-00-00Z"], began],
    [true, "none while there is nothing to back up", []],
    [true, "none for the two hours after that", [], "2026-11-22T10:00:01Z"],
    [false, "none later", [], "2026-11-22T10:00:00Z"],
    // An empty log beside a backup is one that was lost.
    [false, "an old one of an empty log", ["log-2026-11-01T00-00-00Z"]],
  ])("says %s about %s", async (isWell, _, names, firstEventAt) => {
    const folder = await temporaryFolder();
    for (const name of names) await mkdir(join(folder, name));
    const first = async () => firstEventAt === undefined ? undefined : new Date(firstEventAt);
    const checked = await checkBackups(folder, "log", new Date("2026-11-22T12:00:00Z"), first);
    expect(checked.isWell).toBe(isWell);
  });
});
