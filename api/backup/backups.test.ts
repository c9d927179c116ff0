import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { tablesOf } from "../../events/store/queries.ts";
import { readSecrets } from "../../events/store/secrets.ts";
import { createTestApp, type TestAppOptions } from "../testing/app.ts";
import type { BackupAnswer } from "./make-backup.ts";
import { backupName } from "./place.ts";

const hourMs = 60 * 60 * 1000;

/** An app with a clock, and a switch that makes backups fail. */
async function given(options: TestAppOptions = {}) {
  const clock = { ms: Date.parse("2026-03-01T12:10:00Z") };
  const app = await createTestApp({ now: () => new Date(clock.ms), cadreCode: "code", ...options });
  // In tests, backups would otherwise seem to be made all the time.
  await tablesOf(app.database).deleteFrom("backup_outcomes").execute();
  const out = `${app.folder}.backups`;
  const files = async () =>
    (await readdir(out).catch(() => [])).filter((name) => name.endsWith(".age"));
  return { app, clock, out, files, state: () => app.product.backups.state() };
}

describe("backups", () => {
  it("are made once an hour, from the first member on", async () => {
    const { app, clock, files, state } = await given();
    await app.backups.makeIfDue();
    expect(await files()).toEqual([]);
    expect(await state()).toEqual({
      isOld: false,
      isSameDisk: false,
      place: "folder",
      isRunning: false,
      secret: { isKept: false, since: expect.any(Date), older: [] },
    });
    await app.member();
    for (let minute = 0; minute < 130; minute += 5) {
      await app.backups.makeIfDue();
      clock.ms += 5 * 60_000;
    }
    expect(await files()).toEqual([
      "alumni-2026-03-01T12-10-00Z.age",
      "alumni-2026-03-01T13-00-00Z.age",
      "alumni-2026-03-01T14-00-00Z.age",
    ]);
    expect(await state()).toMatchObject({
      madeAt: new Date("2026-03-01T14:00:00Z"),
      bytes: expect.any(Number),
      isOld: false,
      isSameDisk: true,
    });
    clock.ms += 48 * hourMs;
    expect((await state()).isOld).toBe(true);
    await app.close();
  });

  it("that need an earlier secret show until when it is needed", async () => {
    const { app, clock, state } = await given();
    const untilMs = clock.ms - hourMs;
    const row = { key_id: "0".repeat(16), since_ms: 0, until_ms: untilMs };
    await tablesOf(app.database).insertInto("secrets").values(row).execute();
    const neededUntil = new Date(untilMs + 8 * 24 * hourMs);
    expect((await state()).secret.older).toEqual([{ until: new Date(untilMs), neededUntil }]);
    clock.ms = neededUntil.getTime();
    expect((await state()).secret.older).toEqual([]);
    await app.close();
  });

  it("that were deleted no longer need an earlier secret, which is forgotten", async () => {
    const { app, clock } = await given();
    await app.member();
    await app.backups.make();
    const untilMs = clock.ms + 1;
    const row = { key_id: "0".repeat(16), since_ms: 0, until_ms: untilMs };
    await tablesOf(app.database).insertInto("secrets").values(row).execute();
    const older = async () => (await readSecrets(app.database)).older.length;
    for (let day = 0; day < 8; day++) {
      await app.backups.make();
      expect([day, await older()]).toEqual([day, 1]);
      clock.ms += 24 * hourMs;
    }
    await app.backups.make();
    expect(await older()).toBe(0);
    await app.close();
  });

  it("are made at once when staff ask, but for no one else", async () => {
    const { app, files } = await given();
    const stan = await app.member({ role: "cadre", cadreCode: "code" });
    const pat = await app.member();
    await expect(app.product.backups.makeNow(pat.memberId)).rejects.toMatchObject({ status: 404 });
    await app.product.backups.makeNow(stan.memberId);
    await app.settled();
    expect(await files()).toHaveLength(1);
    await app.close();
  });

  it("are being made or made whenever someone looks", async () => {
    const { app, clock } = await given();
    await app.member();
    const other = await createTestApp({ beside: app, now: () => new Date(clock.ms) });
    let isOver = false;
    const making = app.backups.make().finally(() => void (isOver = true));
    let hasBegun = false;
    while (!isOver) {
      const here = await app.product.backups.state();
      expect(here.isRunning || here.madeAt !== undefined).toBe(true);
      // Another process sees it once it has the lease.
      const there = await other.product.backups.state();
      expect(!hasBegun || there.isRunning || there.madeAt !== undefined).toBe(true);
      hasBegun ||= there.isRunning;
    }
    await making;
    await other.close();
    await app.close();
  });

  it("are made by one of several processes at a time", async () => {
    const { app, clock, files } = await given();
    await app.member();
    const other = await createTestApp({ beside: app, now: () => new Date(clock.ms) });
    const [one, two] = await Promise.all([app.backups.make(), other.backups.make()]);
    expect([one, two].filter((answer) => answer === undefined)).toHaveLength(1);
    expect(await files()).toHaveLength(1);
    await other.close();
    await app.close();
  });

  it("are retried ten minutes after a failure, with one mail to staff", async () => {
    let answer: BackupAnswer | undefined = { is: "failed", code: "full", message: "" };
    const { app, clock, state } = await given({
      makeBackup: async ({ madeAt }) =>
        answer ?? { is: "made", made: { name: backupName(madeAt), bytes: 1, oldestAt: madeAt } },
    });
    const stan = await app.member({ role: "cadre", cadreCode: "code" });
    await app.sendMail();
    const pass = async (ms: number) => {
      clock.ms += ms;
      await app.backups.makeIfDue();
      await app.doDueWork();
      await app.sendMail();
      return app.mails.filter(({ subject }) => subject.includes("Backups")).length;
    };
    expect(await pass(0)).toBe(1);
    expect(app.mails.at(-1)).toMatchObject({ memberId: stan.memberId });
    expect(app.mails.at(-1)?.text).toContain("full");
    const at = new Date(clock.ms);
    expect((await state()).failed).toEqual({ at, code: "full" });
    expect(await pass(9 * 60_000)).toBe(1);
    expect((await state()).failed?.at).toEqual(at);
    expect(await pass(2 * 60_000)).toBe(1);
    expect((await state()).failed?.at).not.toEqual(at);
    expect(await pass(5 * 24 * hourMs)).toBe(1);

    answer = undefined;
    expect(await pass(hourMs)).toBe(1);
    expect((await state()).failed).toBeUndefined();
    answer = { is: "failed", code: "away", message: "" };
    // The place may become available again.
    expect(await pass(hourMs)).toBe(1);
    expect(await pass(46 * hourMs)).toBe(1);
    expect(await pass(3 * hourMs)).toBe(2);
    await app.close();
  });
});
