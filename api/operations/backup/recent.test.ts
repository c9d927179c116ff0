import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { checkBackups } from "./recent.ts";

const now = new Date("2026-11-22T12:00:00Z");

/** Whether all is well with a folder that has these, of a log that began then. */
async function check(names: readonly string[], firstEventAt?: string) {
  const folder = await temporaryFolder();
  for (const name of names) await mkdir(join(folder, name));
  const began = async () => firstEventAt === undefined ? undefined : new Date(firstEventAt);
  return (await checkBackups(folder, "log", now, began)).isWell;
}

describe("the check of backups", () => {
  it("is content with a whole one of the last two days", async () => {
    expect(await check(["log-2026-11-20T12-00-01Z"], "2026-01-01T00:00:00Z")).toBe(true);
    expect(await check(["log-2026-11-20T11-59-59Z"], "2026-01-01T00:00:00Z")).toBe(false);
    expect(await check([".unfinished-1", "vault-2026-11-22T00-00-00Z"], "2026-01-01T00:00:00Z"))
      .toBe(false);
    // This clock is slow, or it was fast then: the age of that backup is unknown.
    expect(await check(["log-2027-01-01T00-00-00Z"], "2026-01-01T00:00:00Z")).toBe(false);
  });

  it("is content while there is nothing to back up, and for the two hours after that", async () => {
    expect(await check([])).toBe(true);
    expect(await check([], "2026-11-22T10:00:01Z")).toBe(true);
    expect(await check([], "2026-11-22T10:00:00Z")).toBe(false);
    // An empty log beside a backup is one that was lost.
    expect(await check(["log-2026-11-01T00-00-00Z"])).toBe(false);
  });
});
