import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { version } from "../config/version.ts";
import { identitiesIn } from "../config/identities.ts";
import { createTestApp } from "../testing/app.ts";
import { openBackup } from "../testing/open-backup.ts";
import { hasProgram } from "../testing/programs.ts";
import { smallDisk } from "../testing/small-disk.ts";
import { anImage, savePicture } from "../testing/pictures.ts";
import { makeBackupInThread } from "./backup-thread.ts";
import { type BackupOrder, makeBackup } from "./make-backup.ts";

const run = promisify(execFile);

async function given(changes: Partial<BackupOrder["environment"]> = {}) {
  const app = await createTestApp({ brand: { programName: "Lakeside" } });
  const out = join(app.folder, "out");
  const { identity } = app.secrets;
  const order: BackupOrder = {
    environment: {
      database: { url: `file:${join(app.folder, "alumni.db")}` },
      dataDir: app.folder,
      s3: undefined,
      backups: { place: "folder", folder: out, isDefault: false },
      ...changes,
    },
    recipient: (await identitiesIn(identity))[0]?.recipient ?? "",
    version,
    program: "Lakeside",
    madeAt: new Date("2026-11-21T03:00:00Z"),
    weeks: 0,
    mayMakeFolder: true,
  };
  return { app, out, order, identity };
}

const name = "alumni-2026-11-21T03-00-00Z.age";

describe("a backup", () => {
  it("contains the database, the pictures and a description, but no sessions, uploads or trash", async () => {
    const { app, out, order, identity } = await given();
    const pat = await app.member();
    await savePicture(pat, await anImage());
    const staff = await app.member({ role: "cadre" });
    await app.product.firstStaff.issue();
    await app.objects.put(`uploads/${staff.memberId}/one`, new Uint8Array(3));
    const answer = await makeBackupInThread(order);
    expect(answer).toEqual({
      is: "made",
      made: { name, bytes: expect.any(Number), oldestAt: order.madeAt },
    });
    expect(await readdir(out)).toEqual([name]);
    expect(await readdir(app.folder)).not.toContain("backup");

    const backup = await openBackup(join(out, name), identity);
    const [row] = await backup.read("SELECT about FROM backup");
    const [last] = await app.database.read("SELECT max(position) AS position FROM events");
    expect(JSON.parse(String(row?.about))).toEqual({
      product: "alumni-connect",
      format: 1,
      version,
      madeAt: "2026-11-21T03:00:00.000Z",
      program: "Lakeside",
      people: 2,
      pictures: 2,
      position: last?.position,
    });
    const keys = await backup.read("SELECT key FROM objects ORDER BY key");
    expect(keys.map(({ key }) => String(key).split("/")[1])).toEqual([pat.memberId, pat.memberId]);
    expect(await backup.read("SELECT * FROM sessions")).toEqual([]);
    expect(await backup.read("SELECT kind FROM tokens WHERE kind <> 'invitation'")).toEqual([]);
    expect(await backup.read("SELECT count(*) AS count FROM members")).toEqual([{ count: 2 }]);
    await app.close();
  });

  it.skipIf(!hasProgram("age"))(
    "is opened by age itself, and SQLite finds nothing wrong",
    async () => {
      const { app, out, order, identity } = await given();
      await app.member();
      await makeBackup(order);
      const folder = await temporaryFolder();
      await writeFile(join(folder, "secret"), `# a comment\n${identity}\n`);
      const opened = join(folder, "alumni.db");
      await run("age", ["-d", "-i", join(folder, "secret"), "-o", opened, join(out, name)]);
      const database = await databaseIn(folder, "alumni.db");
      expect(await database.read("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
      await app.close();
    },
  );

  it("removes leftovers of an interrupted one, and expired backups", async () => {
    const { app, out, order } = await given();
    await mkdir(join(app.folder, "backup"));
    await writeFile(join(app.folder, "backup", "alumni.db"), "half of one");
    await mkdir(out);
    const at = (text: string) => join(out, `alumni-${text}Z.age`);
    await writeFile(`${at("2026-11-21T02-00-00")}.unfinished`, "half of one");
    await writeFile(at("2026-11-13T02-00-00"), "");
    await writeFile(at("2026-11-20T12-00-00"), "");
    expect(await makeBackup(order)).toMatchObject({ is: "made" });
    expect((await readdir(out)).sort()).toEqual(["alumni-2026-11-20T12-00-00Z.age", name]);
    await app.close();
  });

  it("isn't made on a full disk, and leaves nothing there", async (test) => {
    const disk = await smallDisk(16);
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const folder = join(disk, "backups");
    const { app, order } = await given({ backups: { place: "folder", folder, isDefault: false } });
    expect(await makeBackup(order)).toMatchObject({ is: "failed", code: "full" });
    expect(await readdir(folder)).toEqual([]);
    await app.close();
  });

  it("isn't made if the database is missing", async () => {
    const { app, out, order } = await given({ database: { url: "file:/nowhere/alumni.db" } });
    expect(await makeBackup(order)).toMatchObject({ is: "failed", code: "away" });
    expect(await readdir(out).catch(() => [])).toEqual([]);
    await app.close();
  });
});
