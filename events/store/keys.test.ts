import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { databaseIn, temporaryDatabase, temporaryFolder } from "../testing/database.ts";
import { forgetting } from "./forgetting.ts";
import { newKey } from "./seal.ts";
import { describeKeys } from "./keys.contract.ts";
import { createKeys } from "./keys.ts";
import { openSchema } from "./schema.ts";
import { changeSecret, startSecret } from "./secrets.ts";

describeKeys("a file", () => temporaryDatabase());

it("leaves no copy of a destroyed or rewrapped key, without rewriting the file", async () => {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "alumni.db");
  const [oldKek, kek] = [newKey(), newKey()];
  await openSchema(database);
  const claimKey = await startSecret(database, oldKek, new Date(1));
  const keys = createKeys(database, { kek: oldKek });
  const ids = Array.from({ length: 600 }, (_, at) => `member ${at}`);
  // Some are made together, as in an import, and others alone.
  await keys.ensure(ids.slice(0, 100));
  for (let at = 100; at < ids.length; at += 7) await keys.ensure(ids.slice(at, at + 7));
  const wrapped = async () =>
    (await database.read("SELECT wrapped FROM member_keys WHERE wrapped <> zeroblob(60)"))
      .map((row) => Buffer.from(row.wrapped as ArrayBuffer));
  const found = async (sought: readonly Buffer[]) => {
    await database.truncateWriteAheadLog();
    const files = ["alumni.db", "alumni.db-wal"].map((name) =>
      readFile(`${folder}/${name}`).catch(() => Buffer.alloc(0))
    );
    const bytes = Buffer.concat(await Promise.all(files));
    return sought.filter((one) => bytes.includes(one)).length;
  };
  const before = await wrapped();
  expect(await found(before)).toBe(600);
  for (let at = 0; at < ids.length; at += 10) await database.write(forgetting(ids[at] ?? ""));
  const left = await wrapped();
  expect([left.length, await found(before)]).toEqual([540, 540]);
  const change = { from: oldKek, to: kek, claimKey, now: new Date(2) };
  expect(await changeSecret(database, change)).toBe(540);
  expect(await found(before)).toBe(0);
});
