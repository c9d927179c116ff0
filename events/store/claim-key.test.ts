import { expect, it } from "vitest";
import { DatabaseUnfit } from "./database-errors.ts";
import { temporaryDatabase } from "../testing/database.ts";
import { newKey } from "./seal.ts";
import { createKeys } from "./keys.ts";
import { openSchema } from "./schema.ts";
import { checkClaimKey } from "./claim-key.ts";
import { openLibsqlLog } from "./libsql-log.ts";

it("lets a node in with the claim key that the log was written with, and with no other", async () => {
  const database = await temporaryDatabase();
  await openLibsqlLog(database, () => 1);
  const key = newKey();
  await Promise.all([checkClaimKey(database, key), checkClaimKey(database, key)]);
  await checkClaimKey(database, key);
  await expect(checkClaimKey(database, newKey())).rejects.toThrow(DatabaseUnfit);
});

it("lets a node in with the key-encryption key of the database, and with no other", async () => {
  const database = await temporaryDatabase();
  const [kek, next] = [newKey(), newKey()];
  await openSchema(database);
  const keys = createKeys(database, { kek });
  await keys.ensure(["a"]);
  await keys.check();
  await createKeys(database, { kek: next, previousKek: kek }).check();
  const other = createKeys(database, { kek: next });
  await expect(other.check()).rejects.toThrow(DatabaseUnfit);
});
