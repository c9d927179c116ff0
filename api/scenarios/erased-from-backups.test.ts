import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tablesOf } from "../../events/store/queries.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createTestApp, someProfile } from "../testing/app.ts";
import { decryptBackup } from "../testing/open-backup.ts";
import { anImage, savePicture } from "../testing/pictures.ts";
import { filesBelow } from "../testing/files.ts";

const hourMs = 60 * 60 * 1000;

it("an erased person is in no file and no backup after eight days", async () => {
  const clock = { ms: Date.parse("2026-03-01T12:10:00Z") };
  const app = await createTestApp({ now: () => new Date(clock.ms) });
  await tablesOf(app.database).deleteFrom("backup_outcomes").execute();
  await app.member();
  const pat = await app.member({ lastName: "Zanzibar" });
  await pat.post("/api/profile", { ...someProfile, bio: "I was in Zanzibar" });
  const picture = new Uint8Array(await anImage());
  await savePicture(pat, picture);
  await app.settled();
  const out = `${app.folder}.backups`;

  // Their key and the data sealed by it. Anyone with a backup and the secret can read that data.
  const [key] = await app.database.read("SELECT wrapped FROM member_keys WHERE member_id = ?", [
    pat.memberId,
  ]);
  const sealed = await app.database.read("SELECT sealed FROM personal WHERE member_id = ?", [
    pat.memberId,
  ]);
  const planted = [key?.wrapped, ...sealed.map(({ sealed }) => sealed)]
    .map((bytes) => Buffer.from(bytes as ArrayBuffer).toString("latin1"));
  expect(planted.length).toBeGreaterThan(2);
  async function found(): Promise<string[]> {
    const plain = await temporaryFolder();
    for (const name of await readdir(out)) {
      if (!name.endsWith(".age")) continue;
      const { identity } = app.secrets;
      await decryptBackup(join(out, name), { identity, to: join(plain, name) });
    }
    const files = [...await filesBelow(plain), ...await filesBelow(app.folder)];
    return files.filter(({ bytes }) =>
      planted.some((one) => bytes.includes(one)) || bytes.includes("Zanzibar")
    ).map(({ path }) => path);
  }
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour++) {
      clock.ms += hourMs;
      await app.backups.makeIfDue();
    }
  };
  await hours(30);
  expect((await found()).length).toBeGreaterThan(20);

  await app.erase(pat.memberId, { requestId: "leaving" });
  await app.settled();
  await app.removeErased();
  await app.emptyLog();
  await hours(24);
  expect((await found()).filter((path) => path.startsWith(app.folder))).toEqual([]);
  expect(await found()).not.toEqual([]);
  await hours(7 * 24);
  expect(await found()).toEqual([]);
  expect((await readdir(out)).filter((name) => name.endsWith(".age")).length).toBeGreaterThan(24);
  await app.close();
}, 180_000);
