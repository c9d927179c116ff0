import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDatabase, temporaryFolder } from "../../events/testing/database.ts";
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../events/testing/system.ts";
import { identitiesIn, makeIdentity } from "../config/identities.ts";
import { aboutBackup, makeBackup, sealBackup } from "../testing/backup-file.ts";
import { createRestoreFiles } from "./restore.ts";

const [own] = await identitiesIn(secrets.identity);
const recipient = own!.recipient;

async function twoPeople() {
  const { database, members } = await openSystem();
  await members.execute("pat", register({ username: "pat", email: "pat@example.com" }), cause);
  await members.execute("kim", register({ username: "kim", email: "kim@example.com" }), cause);
  return database;
}

/** Checks a file in an empty installation. */
async function check(
  file: string,
  secret = secrets.identity,
  of: { readonly secret?: string; readonly secretFile?: string } = {},
) {
  const dataDir = await temporaryFolder();
  const environment = {
    dataDir,
    database: { url: `file:${join(dataDir, "alumni.db")}` },
    secret: undefined,
    secretFile: join(dataDir, "secret"),
    s3: undefined,
    ...of,
  };
  const shares: number[] = [];
  const checked = createRestoreFiles(environment).check(
    { file, secret },
    (share) => shares.push(share),
  );
  return await checked.then(
    ({ about, invitations }) => ({ about, invitations, shares }),
    async (error: Error) => {
      // No clear text is left.
      expect(await readdir(join(dataDir, "restore")).catch(() => [])).toEqual([]);
      return `${error.name}: ${error.message}`;
    },
  );
}

const sentences = {
  noBackup: /^BackupRefused: This file isn't a backup of Alumni Connect/,
  wrongSecret: /^BackupRefused: This secret doesn't open this backup/,
  damaged: /^BackupRefused: This backup is incomplete or damaged/,
  newer: /^BackupRefused: A newer version of Alumni Connect made this backup/,
  changed: /^BackupRefused: This backup has parts that Alumni Connect doesn't make/,
};

it("reports a backup's content, and the progress", async () => {
  const file = await makeBackup(await twoPeople(), { recipient });
  const { about, shares } = await check(file) as Exclude<Awaited<ReturnType<typeof check>>, string>;
  expect(about).toEqual(aboutBackup);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBeGreaterThan(0.7);
});

it("opens a backup with any of several secrets, in any writing", async () => {
  const file = await makeBackup(await twoPeople(), { recipient });
  const other = await makeIdentity();
  expect(await check(file, `# two\n${other.identity}\n${secrets.identity}\n`)).toMatchObject({
    about: aboutBackup,
  });
  const typed = secrets.identity.toLowerCase().replace(/(.{6})/g, "$1 ");
  expect(await check(file, typed)).toMatchObject({ about: aboutBackup });
});

it("refuses a wrong or mistyped secret without repeating it", async () => {
  const file = await makeBackup(await twoPeople(), { recipient });
  expect(await check(file, (await makeIdentity()).identity)).toMatch(sentences.wrongSecret);
  for (const wrong of [secrets.identity.slice(0, -1), "hunter2", "", `${secrets.identity}A`]) {
    const message = await check(file, wrong);
    expect(message).toMatch(/^BackupRefused: This isn't a complete secret/);
    expect(message).not.toContain(wrong || "-KEY-1A");
  }
});

it("refuses a secret that isn't configured for the next start", async () => {
  const file = await makeBackup(await twoPeople(), { recipient });
  const other = (await makeIdentity()).identity;
  expect(await check(file, secrets.identity, { secret: other })).toMatch(
    /^BackupRefused: This secret is right, but the service takes its secret from the variable SECRET/,
  );
  expect(await check(file, secrets.identity, { secret: `${other}\n${secrets.identity}` }))
    .toMatchObject({ about: aboutBackup });
  expect(await check(file, secrets.identity, { secretFile: "/proc/nowhere/secret" })).toMatch(
    /^BackupRefused: This secret is right, but the service can't write it to \/proc\/nowhere\/secret/,
  );
});

it("refuses a backup that was cut off or changed anywhere", async () => {
  const bytes = await readFile(await makeBackup(await twoPeople(), { recipient }));
  const file = join(await temporaryFolder(), "changed.age");
  for (const length of [0, 20, 150, 250, 65_000, 70_000, bytes.length - 1]) {
    await writeFile(file, bytes.subarray(0, length));
    expect(await check(file)).toMatch(length < 200 ? sentences.noBackup : sentences.damaged);
  }
  for (const at of [0, 30, 250, 1000, 80_000, bytes.length - 1]) {
    const changed = Uint8Array.from(bytes);
    changed[at] = changed[at]! ^ 1;
    await writeFile(file, changed);
    expect(await check(file)).toMatch(/^BackupRefused: /);
  }
  await writeFile(file, Buffer.concat([bytes, Buffer.from("more")]));
  expect(await check(file)).toMatch(sentences.damaged);
});

it("refuses more than 5 GB before reading", async () => {
  const file = await makeBackup(await twoPeople(), { recipient });
  await truncate(file, 5 * 1024 ** 3 + 1);
  expect(await check(file)).toMatch(
    /^BackupRefused: (This file has more than 5 GB|The disk has too little room)/,
  );
});

describe("a forged backup", () => {
  it.each([
    ["text", () => new TextEncoder().encode("no database".repeat(1000)), sentences.noBackup],
    ["nothing", () => new Uint8Array(), sentences.noBackup],
    [
      "a page of zeros",
      (made: Uint8Array) => Uint8Array.from(made).fill(0, 4096, 8192),
      /^BackupRefused: /,
    ],
  ])("is refused where it is %s", async (_, bytes, sentence) => {
    expect(await check(await makeBackup(await twoPeople(), { recipient, bytes }))).toMatch(
      sentence,
    );
  });

  it("is refused if it is another product's database", async () => {
    const other = await temporaryDatabase();
    await other.write([{ sql: "CREATE TABLE notes (text TEXT)" }]);
    const path = join(await temporaryFolder(), "other.db");
    await other.read("VACUUM INTO ?", [path]);
    const file = await sealBackup(new Uint8Array(await readFile(path)), recipient);
    expect(await check(file)).toMatch(sentences.noBackup);
    const about = { product: "another" };
    expect(await check(await makeBackup(await twoPeople(), { recipient, about })))
      .toMatch(sentences.noBackup);
  });

  it.each([
    [
      "a step of a later version",
      "INSERT INTO migrations VALUES ('0999-later', '')",
      sentences.newer,
    ],
    ["a further table", "CREATE TABLE more (text TEXT)", sentences.changed],
    ["a further index", "CREATE INDEX more ON events (type)", sentences.changed],
    ["a view", "CREATE VIEW more AS SELECT * FROM events", sentences.changed],
    [
      "a further trigger",
      "CREATE TRIGGER more AFTER INSERT ON sessions BEGIN DELETE FROM claims; END",
      sentences.changed,
    ],
    ["one table less", "DROP TABLE refused_addresses", sentences.changed],
    ["one trigger less", "DROP TRIGGER events_are_never_updated", sentences.changed],
    ["another column", "ALTER TABLE tokens ADD COLUMN more TEXT", sentences.changed],
    [
      "a view in place of a table",
      "ALTER TABLE migrations RENAME TO before; CREATE VIEW migrations AS SELECT * FROM before",
      /^BackupRefused: /,
    ],
    ["no secret in use", "UPDATE secrets SET until_ms = 1, sealed = NULL", sentences.changed],
    ["a part of no event", "INSERT INTO personal VALUES (99, 'pat', x'00')", sentences.changed],
  ])("is refused where it has %s", async (_, sql, sentence) => {
    const also = ["PRAGMA foreign_keys = OFF", ...sql.split("; ")];
    if (sql.includes("CREATE TRIGGER")) also.splice(1, 9, sql);
    expect(await check(await makeBackup(await twoPeople(), { recipient, also }))).toMatch(sentence);
  });

  it("is refused if its format is newer or unknown", async () => {
    const database = await twoPeople();
    const newer = await makeBackup(database, { recipient, about: { format: 2, people: "two" } });
    expect(await check(newer)).toMatch(sentences.newer);
    const unknown = await makeBackup(database, { recipient, about: { people: "two" } });
    expect(await check(unknown)).toMatch(sentences.changed);
  });
});
