import { describe, expect, it } from "vitest";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { temporaryDatabase } from "../../../events/testing/database.ts";
import { type Key, newKey } from "../../../events/store/seal.ts";
import { createKeys } from "../../../events/store/keys.ts";
import { openSchema } from "../../../events/store/schema.ts";
import { changeSecret, startSecret } from "../../../events/store/secrets.ts";
import { createMailSettingsStore, type StoredMailSettings } from "./mail-settings.ts";

const set: StoredMailSettings = {
  settings: {
    way: "smtp",
    host: "mail.example.edu",
    port: 587,
    security: "starttls",
    user: "alumni",
    mailPassword: "a mail password",
    fromAddress: "alumni@example.edu",
    fromName: "",
  },
  by: "stan",
  atMs: 1,
};

async function given(kek: Key = newKey()) {
  const database = await temporaryDatabase();
  await openSchema(database);
  const open = (kek: Key) => {
    const keys = createKeys(database, { kek });
    return { keys, ...createMailSettingsStore(database, keys) };
  };
  return { kek, database, open, ...open(kek) };
}

describe("mail settings", () => {
  it("survive a change of the secret", async () => {
    const { kek: from, database, write, open } = await given();
    const [to, now] = [newKey(), new Date()];
    const claimKey = await startSecret(database, from, now);
    await write(set);
    await changeSecret(database, { from, to, claimKey, now });
    expect(await open(to).read()).toEqual(set);
  });

  it("are lost with their key, and can be set up again", async () => {
    const { database, read, write, keys } = await given();
    await write(set);
    await database.write([{ sql: "DELETE FROM member_keys" }]);
    expect(await read()).toBeUndefined();
    await keys.ensure([settingsStream]);
    expect(await read()).toBeUndefined();
    await write(set);
    expect(await read()).toEqual(set);
  });
});
