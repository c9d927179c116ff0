import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../../events/testing/database.ts";
import { openSchema } from "../../../events/store/schema.ts";
import { createSharedCounts } from "./shared-counts.ts";

const minute = 60_000;
const hour = 60 * minute;
const secret = randomBytes(32);
const threeAnHour = [{ perMs: hour, atMost: 3 }];

async function nodes(count = 1) {
  const folder = await temporaryFolder();
  const clock = { ms: 1_000_000 * hour };
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const database = await databaseIn(folder, "alumni.db");
      await openSchema(database);
      return { database, counts: createSharedCounts(database, secret, () => clock.ms) };
    }),
  );
  const [first] = all;
  if (first === undefined) throw new Error("No node");
  return { ...first, clock, folder, all: all.map(({ counts }) => counts) };
}

describe("shared counts", () => {
  it("are counted by key up to a window's limit, and return how long to wait", async () => {
    const { counts, clock } = await nodes();
    for (const _ of [1, 2]) expect(await counts.take("mails jane", threeAnHour)).toBeUndefined();
    clock.ms += 10 * minute;
    expect(await counts.take("mails jane", threeAnHour)).toBeUndefined();
    expect(await counts.take("mails jane", threeAnHour)).toBe(51 * minute);
    expect(await counts.take("mails joe", threeAnHour)).toBeUndefined();
    clock.ms += 51 * minute;
    expect(await counts.take("mails jane", threeAnHour)).toBeUndefined();
    expect(await counts.take("mails jane", threeAnHour, 2)).toBe(10 * minute);
    expect(await counts.take("mails jane", threeAnHour, 4)).toBe(hour);
  });

  it("never exceed the limit in any period, whenever they are taken", async () => {
    const { counts, clock } = await nodes();
    const taken: number[] = [];
    for (let step = 0; step < 400; step++) {
      clock.ms += 37_000;
      if (await counts.take("mails jane", threeAnHour) === undefined) taken.push(clock.ms);
    }
    const inHourAfter = taken.map((from) => taken.filter((at) => at >= from && at < from + hour));
    expect(Math.max(...inHourAfter.map((each) => each.length))).toBe(3);
    expect(taken.length).toBeGreaterThan(10);
  });

  it("obey every window, and take nothing if one refuses", async () => {
    const { counts, clock } = await nodes();
    const windows = [{ perMs: hour, atMost: 2 }, { perMs: 24 * hour, atMost: 3 }];
    for (const _ of [1, 2]) expect(await counts.take("looks", windows)).toBeUndefined();
    expect(await counts.take("looks", windows)).toBe(61 * minute);
    clock.ms += 61 * minute;
    expect(await counts.take("looks", windows)).toBeUndefined();
    expect(await counts.take("looks", windows)).toBe((24 * 60 + 1 - 61) * minute);
  });

  it("are shared by nodes that take at once, and survive a restart", async () => {
    const { all, folder, clock } = await nodes(2);
    const outcomes = await Promise.all(
      all.flatMap((node) => Array.from({ length: 10 }, () => node.take("mails jane", threeAnHour))),
    );
    expect(outcomes.filter((wait) => wait === undefined)).toHaveLength(3);
    const later = createSharedCounts(await databaseIn(folder, "alumni.db"), secret, () => clock.ms);
    expect(await later.take("mails jane", threeAnHour)).toBe(61 * minute);
  });

  it("are returned if the action didn't happen", async () => {
    const { counts } = await nodes();
    await counts.take("mails jane", threeAnHour, 3);
    await counts.giveBack("mails jane", 2);
    expect(await counts.take("mails jane", threeAnHour, 2)).toBeUndefined();
    expect(await counts.take("mails jane", threeAnHour)).toBeGreaterThan(0);
    await counts.giveBack("mails joe");
    expect(await counts.take("mails joe", threeAnHour, 4)).toBe(hour);
  });

  it("lock no one out for long if the clock was set back", async () => {
    const { counts, clock, database } = await nodes();
    await counts.take("mails jane", threeAnHour, 3);
    clock.ms -= 30 * minute;
    expect(await counts.take("mails jane", threeAnHour)).toBe(91 * minute);
    clock.ms -= 40 * minute;
    expect(await counts.take("mails jane", threeAnHour)).toBeUndefined();
    await counts.purge();
    expect(await database.read("SELECT * FROM counts")).toHaveLength(1);
  });

  it("name no one, and are deleted once no window needs them", async () => {
    const { counts, clock, database } = await nodes();
    await counts.take("mails jane@example.com", threeAnHour);
    const [row] = await database.read("SELECT * FROM counts");
    expect(JSON.stringify(row)).not.toContain("jane");
    expect(Number(row?.minute_ms) % minute).toBe(0);
    clock.ms += hour;
    await counts.purge();
    expect(await database.read("SELECT * FROM counts")).toHaveLength(1);
    clock.ms += minute;
    await counts.purge();
    expect(await database.read("SELECT * FROM counts")).toEqual([]);
  });
});
