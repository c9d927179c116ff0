import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import Libsql from "libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../../events/store/database.ts";
import { openLibsqlLog } from "../../events/store/libsql-log.ts";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { isThere } from "../../events/testing/file-text.ts";
import { cause, openSystem } from "../../events/testing/system.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { accept, connectedApp, dayMs, end, write } from "../testing/connected.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";

/** Types of events whose sealed parts are forgotten although their author stays. */
const areForgettable = "type IN ('MessageSent', 'FeedbackGiven', 'ContactRevealed')";

/** Sealed payloads as stored in a file, by their event. */
async function payloadsOf(events: Database, where: string, args: string[] = []) {
  const rows = await events.read(
    `SELECT type, position, sealed FROM personal JOIN events USING (position)
     WHERE (${where}) AND ${isThere}`,
    args,
  );
  return rows.map(({ type, position, sealed }) => ({
    name: `${type} at ${position}`,
    // Uses the middle, because SQLite overwrites the beginning of a freed row.
    bytes: Buffer.from(sealed as ArrayBuffer).subarray(8).toString("latin1"),
  }));
}

type Planted = Awaited<ReturnType<typeof payloadsOf>>;

/** The planted bytes found below a folder, with their files. */
async function foundIn(folder: string, planted: Planted): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // Reads in another process, because closing a file here would drop the locks of its database.
    const options = { encoding: "latin1", maxBuffer: 2 ** 28 } as const;
    const { stdout } = await promisify(execFile)("cat", [file], options)
      .catch(() => ({ stdout: "" }));
    const here = planted.filter(({ bytes }) => stdout.includes(bytes));
    found.push(...here.map(({ name }) => `${name} in ${file.slice(folder.length + 1)}`));
  }
  return found;
}

const texts = [
  "Gladly, about flight school",
  "Which of the two schools would you take?",
  "The one in Alabama, since there is only one",
] as const;

/** Two people after a conversation. One has looked at the other's contacts. */
async function talked() {
  const connected = await connectedApp();
  const { app, person, ask, act } = connected;
  const casey = await person("Casey");
  const morgan = await person("Morgan", "alumni");
  const id = await ask(casey, morgan);
  const [answer, question, reply] = texts;
  await act(morgan, id, { ...accept, note: answer });
  await act(casey, id, write(question));
  await act(morgan, id, write(reply));
  await act(casey, id, end);
  const looked = await casey.post(`/api/profile/${morgan.memberId}/contacts/primaryEmail`);
  expect(looked.status).toBeLessThan(300);
  const planted = await payloadsOf(app.database, areForgettable);
  expect(planted.length).toBeGreaterThanOrEqual(5);
  return { ...connected, casey, morgan, planted };
}

/** A member's row, wrapped key and claims as stored in a file. */
async function sealedWith(database: Database, memberId: string): Promise<Planted> {
  const rows = (await Promise.all(
    ["members", "member_keys", "claims"].map((table) =>
      database.read(`SELECT * FROM ${table} WHERE member_id = ?`, [memberId])
    ),
  )).flat();
  return rows.flatMap((row) => {
    const values = [row.sealed, row.wrapped, row.digest].filter((value) => value != null);
    return values.map((value) => {
      const bytes = typeof value === "string"
        ? Buffer.from(value)
        : Buffer.from(value as ArrayBuffer);
      return { name: "a row of theirs", bytes: bytes.subarray(8).toString("latin1") };
    });
  });
}

/** Keeps reading from a database's write-ahead log until stopped. */
function reading(folder: string) {
  const reader = new Libsql(join(folder, "alumni.db"));
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM sqlite_master").all();
  const leave = () => {
    reader.exec("COMMIT");
    reader.close();
  };
  return { leave };
}

/** Copies the files as a process leaves them that is killed now. */
async function killed(app: TestApp) {
  const folder = await temporaryFolder();
  // In another process, too.
  await promisify(execFile)("cp", ["-r", `${app.folder}/.`, folder]);
  return { folder, environment: variablesOf(folder, app.secrets) };
}

const yearMs = 380 * dayMs;

/** Names, addresses and texts of two who talked. */
const written = [
  "LastCasey",
  "LastMorgan",
  "login-Morgan",
  "address-of-casey",
  "address-of-morgan",
  ...texts,
]
  .map((bytes) => ({ name: bytes, bytes }));

describe("names and texts of people", () => {
  it("are in no file in clear, even while they are members", async () => {
    const { app } = await talked();
    expect(await foundIn(app.folder, written)).toEqual([]);
    await app.emptyLog();
    expect(await foundIn(app.folder, written)).toEqual([]);
  });

  it("can't be read from a copy of every file once they are erased", async () => {
    const { app, morgan } = await talked();
    const personal = [
      ...await payloadsOf(app.database, "personal.member_id = ?", [morgan.memberId]),
      ...await sealedWith(app.database, morgan.memberId),
    ];
    expect(await foundIn(app.folder, personal)).not.toEqual([]);
    expect((await morgan.delete("/api/account")).status).toBe(204);
    await app.emptyLog();
    expect(await foundIn(app.folder, personal)).toEqual([]);
  });
});

describe("forgotten data", () => {
  it("is in no file once its days have passed, with two processes, too", async () => {
    const { app, clock, planted } = await talked();
    const other = await createTestApp({ beside: app, now: () => new Date(clock.ms) });
    onTestFinished(() => other.close());
    expect(await foundIn(app.folder, planted)).not.toEqual([]);
    clock.ms += yearMs;
    await other.doDueWork();
    await app.doDueWork();
    expect(await payloadsOf(app.database, areForgettable)).toEqual([]);
    expect(await foundIn(app.folder, planted)).toEqual([]);
  });

  it("is overwritten as soon as no reader uses the write-ahead log", async () => {
    const { app, clock, planted } = await talked();
    const reader = reading(app.folder);
    clock.ms += yearMs;
    await app.doDueWork();
    await app.emptyLog();
    expect(await foundIn(app.folder, planted)).not.toEqual([]);
    reader.leave();
    await app.emptyLog();
    expect(await foundIn(app.folder, planted)).toEqual([]);
    expect(app.logged.filter(({ event }) => /write-ahead log/.test(String(event)))).toEqual([]);
  });

  it("is overwritten by the next start if the process was killed before", async () => {
    const { app, clock, planted } = await talked();
    const reader = reading(app.folder);
    clock.ms += yearMs;
    await app.doDueWork();
    const { folder, environment } = await killed(app);
    reader.leave();
    expect(await foundIn(folder, planted)).not.toEqual([]);
    await productForTest(environment);
    expect(await foundIn(folder, planted)).toEqual([]);
  });

  it(
    "is overwritten by another process if the one that deleted it was killed",
    async () => {
      const { app, planted } = await talked();
      const { folder, environment } = await killed(app);
      await productForTest(environment);
      const events = await databaseIn(folder, "alumni.db");
      const rows = await events.read(`SELECT position FROM events WHERE ${areForgettable}`);
      const reader = reading(folder);
      const log = await openLibsqlLog(events, () => 0);
      await log.forget({ positions: rows.map(({ position }) => Number(position)) });
      events.close();
      expect(await foundIn(folder, planted)).not.toEqual([]);
      reader.leave();
      await expect.poll(() => foundIn(folder, planted), { interval: 500 })
        .toEqual([]);
    },
    90_000,
  );

  it(
    "is in no file after yesterday's backup was restored and the service has started",
    async () => {
      const { app, morgan, planted } = await talked();
      const { folder, environment } = await killed(app);
      const backups = await temporaryFolder();
      await writeFile(join(backups, "erasures"), `${morgan.memberId}\n`);
      expect((await foundIn(folder, planted)).length).toBeGreaterThan(0);
      await productForTest({ ...environment, BACKUPS: backups });
      expect(await foundIn(folder, planted)).toEqual([]);
    },
  );

  it("includes an announcement, even if the process that ended it was killed", async () => {
    const system = await openSystem();
    const { database, folder } = system;
    const text = "Zanzibar is closed on Friday";
    await system.settings.execute({ type: "Announce", text, until: "2030-01-01" }, cause);
    const words = { name: "the words", bytes: text };
    const planted = [...await payloadsOf(database, "type = 'AnnouncementMade'"), words];
    const forget = () => Promise.reject(new Error("Killed"));
    const other = await openSystem(folder, { watchLog: (log) => ({ ...log, forget }) });
    await expect(other.settings.execute({ type: "EndAnnouncement" }, cause)).rejects.toThrow(
      "Killed",
    );
    await system.settings.forgetExpired();
    await database.truncateWriteAheadLog();
    expect(await foundIn(folder, planted)).toEqual([]);
  });

  it("is deleted by an erasure while a reader is active", async () => {
    const { app, morgan, planted } = await talked();
    const personal = await payloadsOf(app.database, "personal.member_id = ?", [
      morgan.memberId,
    ]);
    const reader = reading(app.folder);
    expect((await morgan.delete("/api/account")).status).toBe(204);
    expect(await foundIn(app.folder, [...personal, ...planted])).not.toEqual([]);
    reader.leave();
    await app.emptyLog();
    expect(await foundIn(app.folder, personal)).toEqual([]);
    const names = ["LastMorgan", "address-of-morgan"].map((bytes) => ({ name: bytes, bytes }));
    expect(await foundIn(app.folder, names)).toEqual([]);
  });

  it("is deleted from read tables when they are rebuilt", async () => {
    const { app } = await talked();
    const planted = [{ name: "an old row", bytes: "Zanzibar" }];
    await app.database.write([
      { sql: "UPDATE members SET standing_since = 'Zanzibar'" },
    ]);
    expect(await foundIn(app.folder, planted)).not.toEqual([]);
    await app.readModel.rebuild();
    expect(await foundIn(app.folder, planted)).toEqual([]);
  });

  it("includes sessions and used tokens", async () => {
    const { app, casey } = await talked();
    const rows = await app.database.read("SELECT sid AS digest FROM sessions");
    const planted = rows.map(({ digest }) => ({ name: "a session", bytes: String(digest) }));
    expect(await foundIn(app.folder, planted)).not.toEqual([]);
    await app.database.write([{ sql: "DELETE FROM sessions" }]);
    expect((await casey.get("/api/user")).status).toBe(401);
    await app.emptyLog();
    expect(await foundIn(app.folder, planted)).toEqual([]);
  });
});
