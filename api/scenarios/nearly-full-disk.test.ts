import { describe, expect, it, onTestFinished } from "vitest";
import { DatabaseNotWritable } from "../../events/database-errors.ts";
import type { Database } from "../../events/database.ts";
import { answerOf, appForTest } from "../testing/app-for-test.ts";
import { someone, someProfile } from "../testing/app.ts";
import { anImage, savePicture } from "../testing/pictures.ts";

const full = () => Promise.reject(new DatabaseNotWritable("The disk is full"));
const because = "the disk of this service is full, or can't be written to. Try again later.";

/** Has a database refuse what a full disk refuses, until the returned function is called. */
function fill(database: Database, isRefused: (sql: string) => boolean = () => true): () => void {
  const { write } = database;
  Object.assign(database, {
    write: (...[statements, durability]: Parameters<Database["write"]>) =>
      isRefused(statements.map(({ sql }) => sql).join("\n"))
        ? full()
        : write.call(database, statements, durability),
    forgetDeleted: full,
    truncateWriteAheadLog: full,
  });
  const empty = () => {
    for (const name of ["write", "forgetDeleted", "truncateWriteAheadLog"]) {
      Reflect.deleteProperty(database, name);
    }
  };
  onTestFinished(empty);
  return empty;
}

/** The writes after the first one that matches. */
function afterFirst(first: RegExp): (sql: string) => boolean {
  let hasBegun = false;
  return (sql) => {
    const isRefused = hasBegun;
    hasBegun ||= first.test(sql);
    return isRefused;
  };
}

/** What is deleted after an erasure was recorded. */
const isAfterErasure = (sql: string) => /zeroblob|DELETE FROM (member_keys|sessions)/.test(sql);

describe("a deletion while the disk gets full", () => {
  it.each<[string, (sql: string) => boolean]>([
    ["keys and sessions", isAfterErasure],
    // The erasure itself fits into what the file has.
    ["everything after it", afterFirst(/INSERT INTO events/)],
  ])("is said to be done once it is, and completed later: %s", async (_, isRefused) => {
    const app = await appForTest();
    const pat = await app.member();
    await savePicture(pat, await anImage());
    const empty = fill(app.database, isRefused);
    expect(await answerOf(await pat.delete("/api/account"))).toEqual({ status: 204, body: null });
    empty();
    await app.follow();
    const [{ count } = { count: -1 }] = await app.database.read(
      "SELECT count(*) AS count FROM member_keys",
    );
    expect(count).toBe(0);
    expect((await pat.get("/api/user")).status).toBe(401);
  });

  it("needs no room, unlike a change, which is refused before anything happened", async () => {
    let freeBytes = Infinity;
    const app = await appForTest({ freeBytes: async () => freeBytes });
    const pat = await app.member();
    await pat.post("/api/profile", { ...someProfile, bio: "before" });
    freeBytes = 100_000;
    const answer = await pat.patch("/api/profile", { bio: "after" });
    const message = `Nothing can be saved right now: ${because}`;
    expect(await answerOf(answer)).toEqual({ status: 503, body: { message } });
    expect((await pat.get("/api/profile/me").then((found) => found.json())).bio)
      .toBe("before");
    expect((await pat.delete("/api/account")).status).toBe(204);
  });
});

describe("a password that was set", () => {
  it("is said to be set where its change can't be recorded, which is done later", async () => {
    let freeBytes = Infinity;
    let ms = Date.parse("2026-11-01T12:00:00Z");
    const app = await appForTest({ freeBytes: async () => freeBytes, now: () => new Date(ms) });
    const pat = await app.member();
    freeBytes = 100_000;
    const passwords = { currentPassword: someone.password, newPassword: "another long phrase" };
    expect((await pat.changePassword(passwords)).status).toBe(204);
    freeBytes = Infinity;
    const login = { username: "member1", password: passwords.newPassword };
    expect((await app.browser().post("/api/login", login)).status).toBe(200);
    ms += 2 * 60 * 1000;
    await app.follow();
    await app.sendMail();
    expect(app.mails.map(({ subject }) => subject).join()).toMatch(/password/i);
  });
});

describe("signing in on a full disk", () => {
  it("is refused in a sentence that says why, after which it works again", async () => {
    const app = await appForTest();
    const pat = await app.member();
    const { username } = await pat.get("/api/user").then((found) => found.json());
    const login = { username, password: someone.password };
    const empty = fill(app.database);
    const message = `You can't sign in right now: ${because}`;
    expect(await answerOf(await app.browser().post("/api/login", login)))
      .toEqual({ status: 503, body: { message } });
    empty();
    expect((await app.browser().post("/api/login", login)).status).toBe(200);
  });

  it("lets who is signed in read on, whose session would be extended", async () => {
    let ms = Date.parse("2026-11-01T12:00:00Z");
    const app = await appForTest({ now: () => new Date(ms) });
    const pat = await app.member();
    fill(app.database);
    ms += 2 * 60 * 60 * 1000;
    expect((await pat.get("/api/user")).status).toBe(200);
  });
});
