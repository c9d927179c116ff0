import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Database } from "../../../events/store/database.ts";
import {
  databaseIn,
  temporaryDatabase,
  temporaryFolder,
} from "../../../events/testing/database.ts";
import { openSchema } from "../../../events/store/schema.ts";
import { createMemoryFailures, createSlots, createStoredFailures } from "./failures.ts";

const pause = { free: 3, firstMs: 1000, longestMs: 60_000 };
const secret = randomBytes(32);
const slots = createSlots(secret, 20);

async function withTables(database: Database) {
  await openSchema(database);
  return database;
}

describe.each(
  [
    ["this process", async (now: () => number) => createMemoryFailures(slots, now)],
    [
      "the database",
      async (now: () => number) =>
        createStoredFailures(await withTables(await temporaryDatabase()), slots, now),
    ],
  ] as const,
)("counts of failures in %s", (_, create) => {
  it("are added up, leak away, and are forgotten", async () => {
    const clock = { ms: 1000 };
    const failures = await create(() => clock.ms);
    expect(await failures.read("jane")).toBeUndefined();
    await failures.add("jane", pause);
    await failures.add("jane", pause);
    expect(await failures.read("jane")).toEqual({ level: 2, atMs: 1000 });
    clock.ms += 90_000;
    await failures.add("jane", pause);
    expect(await failures.read("jane")).toEqual({ level: 1.5, atMs: 91_000 });
    clock.ms = 0;
    await failures.add("jane", pause);
    expect(await failures.read("jane")).toEqual({ level: 2.5, atMs: 0 });
    expect(await failures.read("joe")).toBeUndefined();
    await failures.forget("jane");
    expect(await failures.read("jane")).toBeUndefined();
  });
});

describe("counts of failures in the database", () => {
  it("are shared by all nodes, and survive a restart", async () => {
    const folder = await temporaryFolder();
    const nodes = await Promise.all(
      [1, 2].map(async () =>
        createStoredFailures(
          await withTables(await databaseIn(folder, "alumni.db")),
          slots,
          () => 0,
        )
      ),
    );
    await Promise.all(
      nodes.flatMap((node) => [1, 2, 3, 4, 5].map(() => node.add("jane", pause))),
    );
    const later = createStoredFailures(await databaseIn(folder, "alumni.db"), slots, () => 0);
    expect(await later.read("jane")).toEqual({ level: 10, atMs: 0 });
  });

  it("name no one, are limited in number, and are deleted after they have leaked away", async () => {
    const database = await withTables(await temporaryDatabase());
    const clock = { ms: 0 };
    const failures = createStoredFailures(database, createSlots(secret, 4), () => clock.ms);
    for (let name = 0; name < 100; name++) await failures.add(`name${name}`, pause);
    const rows = await database.read("SELECT * FROM failures");
    expect(rows.length).toBeLessThanOrEqual(16);
    expect(Object.keys(rows[0] ?? {})).toEqual(["slot", "level", "at_ms"]);
    clock.ms = 8 * 24 * 60 * 60_000;
    await failures.add("jane", pause);
    await failures.purge();
    expect(await database.read("SELECT * FROM failures")).toHaveLength(1);
  });
});

describe("slots of keys", () => {
  it("have a fixed number and are used evenly, for any keys that strangers invent", () => {
    const slots = createSlots(randomBytes(32), 6);
    const counts = new Map<number, number>();
    for (let name = 0; name < 6400; name++) {
      const slot = slots(`name${name}`);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, i) => i),
    );
    expect(Math.max(...counts.values())).toBeLessThan(200);
  });

  it("depend on the secret", () => {
    const secret = randomBytes(32);
    const names = Array.from({ length: 100 }, (_, name) => `name${name}`);
    const [one, same, other] = [secret, secret, randomBytes(32)].map((key) =>
      names.map(createSlots(key, 20))
    );
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});
