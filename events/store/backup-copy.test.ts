import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { BackupCopy, copyDatabase, loadDump } from "./backup-copy.ts";
import { openSchema } from "./schema.ts";

async function databaseWithRows() {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "alumni.db");
  await openSchema(database);
  const token = (kind: string) => ({
    sql: "INSERT INTO tokens (digest, kind, member_id, expires_at_ms) VALUES (?, ?, 'pat', 9e12)",
    args: [`digest of ${kind}`, kind],
  });
  const session =
    "INSERT INTO sessions (sid, sess, member_id, expire) VALUES ('sid-of-pat', '{}', 'pat', 9)";
  await database.write([token("reset"), token("invitation"), { sql: session }]);
  return { folder, database, url: `file:${join(folder, "alumni.db")}` };
}

describe("a copy of the database", () => {
  it("includes pictures and its description, and ends sessions and links except invitations", async () => {
    const { folder, url } = await databaseWithRows();
    const path = join(folder, "copy.db");
    await copyDatabase(url, path);
    const copy = new BackupCopy(path);
    copy.endAccess();
    copy.add([{ key: "pictures/pat/one.webp", body: new Uint8Array([1, 2, 3]) }]);
    expect(copy.counts()).toEqual({ people: 0, pictures: 1, position: 0 });
    copy.finish(`{"format":1}`);
    copy.close();
    const opened = await databaseIn(folder, "copy.db");
    expect(await opened.read("SELECT kind FROM tokens")).toEqual([{ kind: "invitation" }]);
    expect(await opened.read("SELECT sid FROM sessions")).toEqual([]);
    expect(await opened.read("SELECT about FROM backup")).toEqual([{ about: `{"format":1}` }]);
    expect(await opened.read("SELECT key, hex(body) AS body FROM objects"))
      .toEqual([{ key: "pictures/pat/one.webp", body: "010203" }]);
    opened.close();
    expect(await Deno.readTextFile(path)).not.toContain("sid-of-pat");
  });

  it("omits Litestream's tables, which would make it another product's", async () => {
    const { folder, database, url } = await databaseWithRows();
    const tables = ["_litestream_seq", "_litestream_lock"];
    await database.write(tables.map((name) => ({ sql: `CREATE TABLE ${name} (id INTEGER)` })));
    const path = join(folder, "copy.db");
    await copyDatabase(url, path);
    new BackupCopy(path).close();
    const opened = await databaseIn(folder, "copy.db");
    const found = await opened.read(
      "SELECT name FROM sqlite_schema WHERE name LIKE '%litestream%'",
    );
    expect(found).toEqual([]);
    opened.close();
  });

  it("fails if the database is gone, without creating one", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "gone.db");
    await expect(copyDatabase(`file:${path}`, join(folder, "copy.db"))).rejects.toThrow(
      "no longer",
    );
    expect([...Deno.readDirSync(folder)]).toEqual([]);
  });

  it("fails if the database is damaged", async () => {
    const { folder, database, url } = await databaseWithRows();
    await database.truncateWriteAheadLog();
    database.close();
    const path = join(folder, "alumni.db");
    const bytes = await Deno.readFile(path);
    bytes.fill(0xff, 4096, 8 * 4096);
    await writeFile(path, bytes);
    await expect((async () => {
      await copyDatabase(url, join(folder, "copy.db"));
      const copy = new BackupCopy(join(folder, "copy.db"));
      copy.finish("{}");
    })()).rejects.toThrow(/malformed|damaged/);
  });
});

/** As a libSQL server writes it: tables with their rows, then indexes and triggers. */
const dump = `PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS texts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- it's; odd
    text TEXT /* or; not */ NOT NULL,
    bytes BLOB
  ) STRICT;
INSERT INTO texts VALUES(1,'it''s; "one"',X'0001ff');
INSERT INTO texts VALUES(2,replace('two\\nlines','\\n',char(10)),NULL);
INSERT INTO texts VALUES(3,'-- no comment',NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('texts',7);
CREATE INDEX texts_text ON texts (text) WHERE text <> ';';
CREATE TRIGGER texts_stay BEFORE DELETE ON texts
    WHEN OLD.text <> 'end;'
    BEGIN SELECT RAISE(ABORT, 'they stay; all'); SELECT 1; END;
COMMIT;
`;

async function* inParts(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe("a server's dump", () => {
  it("is loaded, split anywhere", async () => {
    const folder = await temporaryFolder();
    const sizes = [1, 2, 3, 7, 50, dump.length];
    for (const size of sizes) {
      await loadDump(inParts(dump, size), join(folder, `${size}.db`));
      const loaded = await databaseIn(folder, `${size}.db`);
      expect(await loaded.read("SELECT text, hex(bytes) AS bytes FROM texts ORDER BY id")).toEqual([
        { text: 'it\'s; "one"', bytes: "0001FF" },
        { text: "two\nlines", bytes: "" },
        { text: "-- no comment", bytes: "" },
      ]);
      await expect(loaded.write([{ sql: "DELETE FROM texts" }])).rejects.toThrow("they stay; all");
      await loaded.write([{ sql: "INSERT INTO texts (text) VALUES ('next')" }]);
      expect(await loaded.read("SELECT max(id) AS last FROM texts")).toEqual([{ last: 8 }]);
      loaded.close();
    }
  });

  it("is refused without its end", async () => {
    const folder = await temporaryFolder();
    const noCommit = dump.slice(0, dump.indexOf("COMMIT"));
    await expect(loadDump(inParts(noCommit, 100), join(folder, "one.db"))).rejects.toThrow(
      "ends too early",
    );
    await expect(loadDump(inParts(dump.slice(0, 300), 100), join(folder, "two.db"))).rejects
      .toThrow();
  });
});
