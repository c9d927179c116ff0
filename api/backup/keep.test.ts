import { describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { retentionMs, toRemove } from "./keep.ts";
import { type BackupFile, backupName } from "./place.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const fileAt = (atMs: number): BackupFile => {
  const madeAt = new Date(Math.floor(atMs / 1000) * 1000);
  return { name: backupName(madeAt), madeAt, bytes: 1 };
};

const periods = { hour: hourMs, day: dayMs, week: 7 * dayMs };
const periodOf = (period: keyof typeof periods, file: BackupFile) =>
  Math.floor(file.madeAt.getTime() / periods[period]);

/** Makes backups at given times, removes expired ones after each, and checks the rest. */
function simulate(
  timesMs: readonly number[],
  weeks: number,
  check: (backups: readonly BackupFile[], made: readonly BackupFile[], nowMs: number) => void =
    () => {},
): readonly BackupFile[] {
  let backups: readonly BackupFile[] = [];
  const made: BackupFile[] = [];
  for (const nowMs of timesMs) {
    const file = fileAt(nowMs);
    made.push(file);
    backups = [...backups, file];
    const removed = new Set(toRemove(backups, new Date(nowMs), weeks));
    backups = backups.filter((one) => !removed.has(one));
    check(backups, made, nowMs);
  }
  return backups;
}

const startMs = Date.parse("2026-03-01T00:03:00Z");
const hourly = (count: number, fromMs = startMs) =>
  Array.from({ length: count }, (_, hour) => fromMs + hour * hourMs);

describe("retention of backups", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "covers each hour, day and week for the required time, whenever backups were made (%i)",
    (seed) => {
      const random = createRandom(seed);
      const weeks = random.pick([0, 0, 1, 4, 52]);
      const timesMs: number[] = [];
      for (let atMs = startMs; timesMs.length < 1200;) {
        atMs += hourMs * (random.chance(0.01) ? random.int(24 * 20) : 1) + random.int(5) * minuteMs;
        timesMs.push(atMs);
        // Started by hand.
        while (random.chance(0.05)) timesMs.push(atMs += random.int(20 * minuteMs) + 1000);
      }
      simulate(timesMs, weeks, (backups, made, nowMs) => {
        const newest = made.at(-1);
        expect(backups).toContain(newest);
        const ageMs = (file: BackupFile) => nowMs - file.madeAt.getTime();
        for (const file of backups) {
          if (file !== newest) expect(ageMs(file)).toBeLessThan(retentionMs(weeks));
        }
        /** Expects the last backup of each period to exist. */
        const expectEach = (period: keyof typeof periods, files: readonly BackupFile[]) => {
          const lastOf = new Map(files.map((file) => [periodOf(period, file), file]));
          expect([...lastOf.values()].filter((file) => !backups.includes(file))).toEqual([]);
        };
        expectEach("hour", made.filter((file) => ageMs(file) < 23 * hourMs));
        expectEach("day", made.filter((file) => ageMs(file) < 6 * dayMs));
        const thisWeek = Math.floor(nowMs / periods.week);
        expectEach(
          "week",
          made.filter((file) =>
            periodOf("week", file) < thisWeek && periodOf("week", file) >= thisWeek - weeks
          ),
        );
        expect(backups.length).toBeLessThanOrEqual(24 + 7 + weeks);
      });
    },
  );

  it("deletes everything older than eight days without weekly backups, even after a pause", () => {
    const pausedMs = startMs + 300 * hourMs + 9 * dayMs;
    const backups = simulate([...hourly(300), pausedMs], 0);
    expect(backups).toEqual([fileAt(pausedMs)]);
    expect(retentionMs(0)).toBe(8 * dayMs);
    expect(retentionMs(4)).toBe(35 * dayMs);
  });

  it("keeps the newest backup until another is made", () => {
    const [only] = simulate([startMs], 0);
    expect(toRemove(only ? [only] : [], new Date(startMs + 365 * dayMs), 0)).toEqual([]);
  });

  it("removes backups of a clock that was ahead after seven days with the right one", () => {
    const wrong = hourly(48, startMs + 365 * dayMs);
    const isAhead = (file: BackupFile) => file.madeAt.getTime() > startMs + 300 * dayMs;
    const isLeft = (days: number) =>
      simulate([...hourly(200), ...wrong, ...hourly(24 * days, startMs + 202 * hourMs)], 0).some(
        isAhead,
      );
    expect([isLeft(5), isLeft(8)]).toEqual([true, false]);
  });

  it.each([3 * 365, 10])("loses no earlier backup when the clock is set back %i days", (days) => {
    const before = simulate(hourly(300), 1);
    const backMs = startMs + 300 * hourMs - days * dayMs;
    let backups = [...before];
    for (const nowMs of hourly(5 * 24, backMs)) {
      backups.push(fileAt(nowMs));
      const removed = new Set(toRemove(backups, new Date(nowMs), 1));
      backups = backups.filter((file) => !removed.has(file));
    }
    const newest = before.at(-1);
    expect(backups.map(({ name }) => name)).toContain(newest?.name);
    if (days > 10) expect(before.filter((file) => !backups.includes(file))).toEqual([]);
  });
});
