import { describe, expect, it } from "vitest";
import { basename } from "node:path";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { backupOfTheFuture, backupOfToday, keepDays } from "./days.ts";
import { backupsIn, startBackup } from "./folders.ts";

const now = new Date("2026-11-21T12:00:00.400Z");

/** A folder with backups of these times. */
async function given(...times: readonly string[]) {
  const parent = await temporaryFolder();
  for (const time of times) {
    await (await startBackup(parent, "log", new Date(time))).finish("a manifest");
  }
  const left = async () => (await backupsIn(parent, "log")).map((path) => basename(path));
  return { parent, left };
}

describe("the days that are kept", () => {
  it("are the newest that have a backup, also when days are missing", async () => {
    const { parent, left } = await given(
      "2026-09-01T03:00:00Z",
      "2026-11-02T03:00:00Z",
      "2026-11-20T03:00:00Z",
      "2026-11-21T03:00:00Z",
    );
    expect(await keepDays(await backupsIn(parent, "log"), 3)).toBe(1);
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
    expect(await keepDays(await backupsIn(parent, "log"), 2)).toBe(2);
    expect((await left()).slice(0, 2)).toEqual([
      "log-2026-11-20T23-59-59Z",
      "log-2026-11-21T00-00-00Z",
    ]);
    expect(await left()).toHaveLength(21);
  });

  it("are those of one kind: the other has its own", async () => {
    const { parent, left } = await given("2026-11-20T03:00:00Z", "2026-11-21T03:00:00Z");
    await (await startBackup(parent, "vault", now)).finish("a manifest");
    expect(await keepDays(await backupsIn(parent, "vault"), 1)).toBe(0);
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
    const found = await backupOfToday(parent, "log", now);
    expect(found && basename(found)).toBe(end && `log-${day}${end}`);
  });

  it("is none in a folder that is not there", async () => {
    expect(await backupOfToday("/not/there", "log", now)).toBeUndefined();
  });
});

describe("a backup of the future", () => {
  it("is one that is dated after this second", async () => {
    const { parent } = await given("2026-11-20T03:00:00Z", "2026-11-21T12:00:00Z");
    expect(await backupOfTheFuture(parent, "log", now)).toBeUndefined();
    await (await startBackup(parent, "log", new Date("2027-01-01T00:00:00Z"))).finish("");
    expect(basename(await backupOfTheFuture(parent, "log", now) ?? ""))
      .toBe("log-2027-01-01T00-00-00Z");
  });
});
