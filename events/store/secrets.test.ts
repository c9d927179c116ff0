import { expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { DatabaseUnfit } from "./database-errors.ts";
import { createKeys } from "./keys.ts";
import { openSchema } from "./schema.ts";
import { newKey } from "./seal.ts";
import {
  changeSecret,
  checkSecrets,
  forgetOlderSecrets,
  keepSecret,
  readSecrets,
  secretIds,
  startSecret,
} from "./secrets.ts";

async function given() {
  const database = await temporaryDatabase();
  await openSchema(database);
  return database;
}

const now = new Date("2026-05-01T00:00:00Z");
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000);

it("accepts only the secret that the data was written with", async () => {
  const database = await given();
  const kek = newKey();
  const [one, two] = await Promise.all([1, 2].map(() => startSecret(database, kek, now)));
  expect(one).toEqual(two);
  const claimKey = one ?? newKey();
  await checkSecrets(database, { kek, claimKey }, now);
  const others = [{ kek: newKey(), claimKey }, { kek, claimKey: newKey() }];
  for (const other of others) {
    await expect(checkSecrets(database, other, now)).rejects.toThrow(DatabaseUnfit);
  }
  await createKeys(database, { kek }).ensure(["a"]);
  await expect(createKeys(database, { kek: newKey() }).check()).rejects.toThrow(DatabaseUnfit);
});

it("lists whether a copy is confirmed, and the older secrets that backups need", async () => {
  const database = await given();
  const [first, second, third] = [newKey(), newKey(), newKey()];
  const claimKey = await startSecret(database, first, now);
  expect(await readSecrets(database)).toEqual({ isKept: false, since: now, older: [] });
  await keepSecret(database, days(1));
  expect(await readSecrets(database)).toMatchObject({ isKept: true });

  await changeSecret(database, { from: first, to: second, claimKey, now: days(10) });
  const older = { since: now, until: days(10) };
  expect(await readSecrets(database)).toEqual({ isKept: false, since: days(10), older: [older] });
  await changeSecret(database, { from: second, to: third, claimKey, now: days(12) });
  const newer = { since: days(10), until: days(12) };
  expect((await readSecrets(database)).older).toEqual([newer, older]);
  expect((await secretIds(database)).size).toBe(3);

  // The oldest backup is from between the two changes.
  await forgetOlderSecrets(database, days(11));
  expect(await readSecrets(database)).toEqual({ isKept: false, since: days(12), older: [newer] });
  await forgetOlderSecrets(database, days(20));
  expect(await readSecrets(database)).toEqual({ isKept: false, since: days(12), older: [] });
});

it("refuses a change while another process writes", async () => {
  const database = await given();
  const [from, to] = [newKey(), newKey()];
  const claimKey = await startSecret(database, from, now);
  await createKeys(database, { kek: from }).ensure(["a"]);
  // Between what the change read and what it writes.
  const busy = {
    ...database,
    read: database.read.bind(database),
    async write(statements: Parameters<typeof database.write>[0]) {
      await createKeys(database, { kek: from }).ensure(["b"]);
      return await database.write(statements);
    },
  };
  const changing = changeSecret(busy as typeof database, { from, to, claimKey, now });
  await expect(changing).rejects.toThrow("The data has changed since");
  expect([...(await createKeys(database, { kek: from }).load(["a", "b"])).keys()])
    .toEqual(["a", "b"]);
  await checkSecrets(database, { kek: from, claimKey }, now);
});
