import { describe, expect, it, onTestFinished } from "vitest";
import { DatabaseNotWritable } from "../../events/store/database-errors.ts";
import type { Database } from "../../events/store/database.ts";
import { residueOf } from "../../events/testing/residue.ts";
import { answerOf, appForTest } from "../testing/app-for-test.ts";
import { someone, someProfile } from "../testing/app.ts";
import { anImage, savePicture } from "../testing/pictures.ts";

const full = () => Promise.reject(new DatabaseNotWritable("The disk is full"));
const because = "the disk of this service is full, or can't be written to. Try again later.";

/** Makes a database refuse writes as on a full disk, until the returned function is called. */
function fill(database: Database, isRefused: (sql: string) => boolean = () => true): () => void {
  const { write } = database;
  Object.assign(database, {
    write: (...[statements, durability]: Parameters<Database["write"]>) =>
      isRefused(statements.map(({ sql }) => sql).join("\n"))
        ? full()
        : write.call(database, statements, durability),
    truncateWriteAheadLog: full,
  });
  const empty = () => {
    for (const name of ["write", "truncateWriteAheadLog"]) {
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

describe("a deletion while the disk gets full", () => {
  it("is complete in the database once it is acknowledged, and outside of it later", async () => {
    const app = await appForTest();
    const pat = await app.member();
    await savePicture(pat, await anImage());
    // The erasure itself fits into what the file has.
    const empty = fill(app.database, afterFirst(/insert into "events"/));
    expect(await answerOf(await pat.delete("/api/account"))).toEqual({ status: 204, body: null });
    const residue = await residueOf(app.database, pat.memberId);
    expect(Object.entries(residue).filter(([, count]) => count > 0)).toEqual([]);
    expect((await pat.get("/api/user")).status).toBe(401);
    empty();
  });

  it("needs no room, unlike a change, which is refused before it has any effect", async () => {
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

describe("a new password or account on a full disk", () => {
  it("is refused completely", async () => {
    let freeBytes = Infinity;
    const app = await appForTest({ freeBytes: async () => freeBytes });
    const pat = await app.member();
    const { username } = await pat.get("/api/user").then((found) => found.json());
    freeBytes = 100_000;
    const newPassword = "another long phrase";
    const passwords = { currentPassword: someone.password, newPassword };
    expect((await pat.changePassword(passwords)).status).toBe(503);
    const other = { ...someone, username: "other", email: "other@example.com" };
    expect((await app.browser().post("/api/register", other)).status).toBe(503);
    freeBytes = Infinity;
    const signIn = async (password: string) =>
      (await app.browser().post("/api/login", { username, password })).status;
    expect([await signIn(newPassword), await signIn(someone.password)]).toEqual([401, 200]);
    expect(await app.database.read("SELECT * FROM credentials")).toHaveLength(1);
    expect((await app.browser().post("/api/register", other)).status).toBe(201);
  });
});

describe("signing in on a full disk", () => {
  it("is refused with the reason, and works again once there is room", async () => {
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

  it("lets signed-in members continue reading, although their session can't be extended", async () => {
    let ms = Date.parse("2026-11-01T12:00:00Z");
    const app = await appForTest({ now: () => new Date(ms) });
    const pat = await app.member();
    fill(app.database);
    ms += 2 * 60 * 60 * 1000;
    expect((await pat.get("/api/user")).status).toBe(200);
  });
});
