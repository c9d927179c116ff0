import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseIn, temporaryDatabase, temporaryFolder } from "../../events/testing/database.ts";
import { forgetting } from "../../events/store/forgetting.ts";
import { openSchema } from "../../events/store/schema.ts";
import { createCredentials } from "./credentials.ts";
import { createSessions, type Sessions } from "./sessions.ts";

const start = new Date("2026-03-01T12:00:00.000Z").getTime();
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const now = () => new Date();
const at = (ms: number) => vi.setSystemTime(start + ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

async function given() {
  const database = await temporaryDatabase();
  await openSchema(database);
  return { database, sessions: createSessions(database, now) };
}

describe("sessions", () => {
  it("ends at once in every process, however it was ended", async () => {
    const folder = await temporaryFolder();
    const databases = [
      await databaseIn(folder, "alumni.db"),
      await databaseIn(folder, "alumni.db"),
    ];
    for (const database of databases) await openSchema(database);
    const [here, there] = databases.map((database) => createSessions(database, now)) as [
      Sessions,
      Sessions,
    ];
    const ways: ((token: string) => Promise<unknown>)[] = [
      (token) => there.end(token),
      () => there.endAll("member-1"),
      async () => {
        const changed = createCredentials(databases[1]!, now).setting("member-1", "another hash");
        await databases[1]!.write([...changed, await there.endingAll("member-1")]);
      },
      () => databases[1]!.write(forgetting("member-1")),
    ];
    for (const end of ways) {
      const { token } = await here.create("member-1");
      for (const sessions of [here, there, here]) {
        expect(await sessions.validate(token)).toMatchObject({ memberId: "member-1" });
      }
      await end(token);
      expect(await here.validate(token)).toBeUndefined();
      expect(await there.validate(token)).toBeUndefined();
    }
  });

  it("stores a hash of the token, never the token", async () => {
    const { database, sessions } = await given();
    const { token } = await sessions.create("member-1");
    const [row] = await database.read("SELECT * FROM sessions");
    expect(row?.sid).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.parse(String(row?.sess))).toMatchObject({
      memberId: "member-1",
      createdAtMs: start,
    });
  });

  it("ends after seven days without a visit, and visits extend it at most once an hour", async () => {
    const { database, sessions } = await given();
    const { token, expiresAt } = await sessions.create("member-1");
    const { token: unvisited } = await sessions.create("member-1");
    expect(expiresAt.getTime()).toBe(start + 7 * dayMs);
    at(hourMs / 2);
    expect(await sessions.validate(token)).not.toHaveProperty("expiresAt");
    at(6 * dayMs);
    expect(await sessions.validate(token)).toMatchObject({
      memberId: "member-1",
      expiresAt: new Date(start + 13 * dayMs),
    });
    at(7 * dayMs);
    expect(await sessions.validate(unvisited)).toBeUndefined();
    expect(await database.read("SELECT * FROM sessions")).toHaveLength(1);
    at(12 * dayMs);
    expect(await sessions.validate(token)).toBeDefined();
  });

  it("ends after thirty days, despite visits", async () => {
    const { sessions } = await given();
    const { token } = await sessions.create("member-1");
    for (let day = 5; day < 30; day += 5) {
      at(day * dayMs);
      expect(await sessions.validate(token)).toBeDefined();
    }
    at(30 * dayMs - 1);
    expect(await sessions.validate(token)).toMatchObject({ memberId: "member-1" });
    at(30 * dayMs);
    expect(await sessions.validate(token)).toBeUndefined();
  });

  it("deletes expired sessions", async () => {
    const { database, sessions } = await given();
    await sessions.create("member-1");
    at(dayMs);
    await sessions.create("member-2");
    at(7 * dayMs);
    await sessions.purge();
    expect(await database.read("SELECT member_id FROM sessions")).toMatchObject([
      { member_id: "member-2" },
    ]);
  });

  it("is listed for its member, last seen first, without anything to sign in with", async () => {
    const { sessions } = await given();
    const began = { browser: "Firefox on Windows", proofs: ["password"] } as const;
    const first = await sessions.create("member-1", began);
    at(hourMs);
    const { token } = await sessions.create("member-1");
    await sessions.create("member-2", { browser: "Safari on iPhone" });
    at(2 * dayMs);
    const found = await sessions.validate(first.token);
    const listed = await sessions.list("member-1");
    expect(listed).toEqual([
      {
        id: found?.session.id,
        browser: "Firefox on Windows",
        createdAt: new Date(start).toISOString(),
        lastSeenAt: new Date(start + 2 * dayMs).toISOString(),
        proofs: { password: start },
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        browser: null,
        createdAt: new Date(start + hourMs).toISOString(),
        lastSeenAt: new Date(start + hourMs).toISOString(),
        proofs: {},
      },
    ]);
    for (const { id } of listed) {
      expect(await sessions.validate(id)).toBeUndefined();
    }
    at(8 * dayMs);
    expect(await sessions.validate(token)).toBeUndefined();
    expect(await sessions.list("member-1")).toHaveLength(1);
  });
});
