import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { openSchema } from "../../events/store/schema.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { describeWithLibsqlServer, startLibsqlServer } from "../../events/testing/libsql-server.ts";
import { makeIdentity } from "../config/identities.ts";
import { openBackup } from "../testing/open-backup.ts";
import { makeBackup } from "./make-backup.ts";

describeWithLibsqlServer("a backup of a libSQL server", () => {
  it("contains the server's tables, triggers and rows", async () => {
    const { url } = await startLibsqlServer();
    const database = await openDatabase({ url, durability: "full" });
    onTestFinished(() => database.close());
    await openSchema(database);
    const text = 'it\'s; "one"\nof two';
    await database.write([{
      sql: "INSERT INTO uncovered_topics (day, topic, told) VALUES ('2026-03-01', ?, 3)",
      args: [text],
    }]);
    const folder = await temporaryFolder();
    const out = join(folder, "backups");
    const { identity, recipient } = await makeIdentity();
    const answer = await makeBackup({
      environment: {
        database: { url },
        dataDir: folder,
        s3: undefined,
        backups: { place: "folder", folder: out, isDefault: false },
      },
      recipient,
      version: "0",
      program: "",
      madeAt: new Date(),
      weeks: 0,
      mayMakeFolder: true,
    });
    expect(answer).toMatchObject({ is: "made" });
    const [name = ""] = await readdir(out);
    const backup = await openBackup(join(out, name), identity);
    expect(await backup.read("SELECT topic, told FROM uncovered_topics")).toEqual([
      { topic: text, told: 3 },
    ]);
    const schemaOf =
      "SELECT type, name, sql FROM sqlite_master WHERE name NOT IN ('objects', 'backup') AND sql IS NOT NULL ORDER BY name";
    expect(await backup.read(schemaOf)).toEqual(await database.read(schemaOf));
  });

  it("fails if the server is unavailable", async () => {
    const folder = await temporaryFolder();
    const { recipient } = await makeIdentity();
    const answer = await makeBackup({
      environment: {
        database: { url: "http://127.0.0.1:9" },
        dataDir: folder,
        s3: undefined,
        backups: { place: "folder", folder: join(folder, "out"), isDefault: false },
      },
      recipient,
      version: "0",
      program: "",
      madeAt: new Date(),
      weeks: 0,
      mayMakeFolder: true,
    });
    expect(answer).toMatchObject({ is: "failed", code: "away" });
  });
});
