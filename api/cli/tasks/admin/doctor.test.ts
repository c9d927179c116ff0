import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { keepSecret } from "../../../../events/store/secrets.ts";
import { databaseIn, temporaryFolder } from "../../../../events/testing/database.ts";
import { backupName } from "../../../backup/place.ts";
import { makeIdentity } from "../../../config/identities.ts";
import { bucketForTest, hasBucket } from "../../../testing/s3-server.ts";
import { runAdmin, runAdminHere } from "../../../testing/admin.ts";
import { startMailServer } from "../../../testing/mail-server.ts";

/** A data folder with five people. Tests examine copies of it. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  // Runs in its own process, which closes the files before they are copied.
  const seed = ["seed", "--profiles", "5", "--connections", "5", "--no-pictures"];
  expect((await runAdmin(seed, { environment: { DATA_DIR: made } })).code).toBe(0);
});
afterAll(async () => {
  await rm(made, { recursive: true });
  await rm(`${made}.backups`, { recursive: true, force: true });
});

async function seeded() {
  const folder = join(await temporaryFolder(), "data");
  await cp(made, folder, { recursive: true });
  const environment = { DATA_DIR: folder };
  return {
    folder,
    examine: (more = {}) => examine({ ...environment, ...more }),
    run: (...args: string[]) => runAdminHere(args, { environment }),
  };
}

const s3 = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
/** Ignores servers that run beside the tests. */
const alone = Object.fromEntries([...s3, "MEILI_URL", "MEILI_KEY"].map((name) => [name, ""]));

async function examine(given: Readonly<Record<string, string>>) {
  const environment = { ...alone, ...given };
  const { code, stdout, stderr } = await runAdminHere(["doctor"], { environment });
  const of = (level: string) =>
    [...stdout.matchAll(new RegExp(`^${level} +(.*)$`, "gm"))].map(([, line = ""]) =>
      line.replace(/ {2,}/, ": ")
    );
  return { code, fails: of("FAIL"), warns: of("WARN"), oks: of("OK"), stdout, stderr };
}

describe("npm run admin -- doctor", () => {
  it("finds no problem if there is none, and changes nothing", async () => {
    const { folder, examine } = await seeded();
    const before = await readdir(folder);
    const { code, fails, oks } = await examine();
    expect({ code, fails }).toEqual({ code: 0, fails: [] });
    expect(oks).toEqual(expect.arrayContaining([
      "database: it responds and is intact, and the secret opens it",
      "pictures: DATA_DIR/objects can be written, read and deleted from",
    ]));
    const after = (await readdir(folder)).filter((name) => !/-(wal|shm)$|^objects$/.test(name));
    expect(after).toEqual(before.filter((name) => !/-(wal|shm)$/.test(name)));
  });

  it("prints readable lines with what to do", async () => {
    const { run } = await seeded();
    const { code, stdout } = await run("doctor");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^WARN {2}backups +there's none in [^\n]*\n +-> the service makes one/m,
    );
  });

  it("creates nothing in an empty folder", async () => {
    const folder = join(await temporaryFolder(), "none");
    const { code, warns } = await examine({ DATA_DIR: folder });
    expect(code).toBe(0);
    expect(warns).toEqual([expect.stringContaining(`there is no database in ${folder}`)]);
    await expect(readdir(folder)).rejects.toThrow();
  });

  it("names wrong variables, and never prints a secret", async () => {
    const { examine } = await seeded();
    const wrong = await examine({ PORT: "none", APP_ORIGIN: "ftp://x" });
    expect(wrong.code).toBe(1);
    expect(wrong.fails).toEqual([
      expect.stringMatching(/^configuration: PORT: /),
      expect.stringMatching(/^configuration: APP_ORIGIN: /),
    ]);
    const secrets = { CADRE_CODE: "secret-one", SMTP_PASSWORD: "secret-two" };
    const url = { SMTP_URL: "smtp://someone@127.0.0.1:9", MAIL_FROM: "us@example.com" };
    const findings = await examine({ ...secrets, ...url });
    expect(findings.fails).toEqual([expect.stringContaining("127.0.0.1:9 doesn't accept mail")]);
    expect(findings.stdout + findings.stderr).not.toMatch(/secret-one|secret-two/);
  });

  it("notices another secret", async () => {
    const { examine } = await seeded();
    const { identity: SECRET } = await makeIdentity();
    const { fails, stdout } = await examine({ SECRET });
    expect(fails).toEqual([expect.stringContaining("SECRET: it is another secret than the one")]);
    expect(stdout).not.toContain(SECRET);
  });

  it("warns until someone has confirmed a copy of the secret", async () => {
    const { folder, examine } = await seeded();
    const warning = "secret: no one has confirmed a copy of it";
    const { warns, stdout } = await examine();
    expect(warns).toContain(warning);
    expect(stdout).toContain("-> your backups can't be opened without this");
    const database = await databaseIn(folder, "alumni.db");
    await keepSecret(database, new Date());
    database.close();
    const confirmed = await examine();
    expect([confirmed.warns, confirmed.oks]).toEqual([
      expect.not.arrayContaining([warning]),
      expect.arrayContaining(["secret: someone has confirmed a copy of it"]),
    ]);
  });

  it("notices a data folder that is a file", async () => {
    const { folder, examine } = await seeded();
    const file = join(folder, "file");
    await writeFile(file, "");
    expect((await examine({ DATA_DIR: file })).fails)
      .toEqual([`configuration: DATA_DIR: ${file} must be a folder that this user may write to`]);
  });

  it("signs in to the mail server, and sends nothing", async () => {
    const { examine } = await seeded();
    const server = await startMailServer({ password: "right" });
    const mail = (password: string, port = server.port) => ({
      SMTP_URL: `smtp://someone@127.0.0.1:${port}`,
      SMTP_PASSWORD: password,
      MAIL_FROM: "us@example.com",
    });
    const { oks } = await examine(mail("right"));
    expect(oks).toContain(`mail: 127.0.0.1:${server.port} accepts mail from us, signed in`);
    const wrong = await examine(mail("wrong"));
    expect(wrong.fails[0]).toContain("EAUTH");
    expect(wrong.stdout).toMatch(/-> check SMTP_URL, the password/);
    expect(server.received).toEqual([]);
    await server.close();
    expect((await examine(mail("right"))).code).toBe(1);
  });

  it("reports how old backups are, whether they can be written, and other files beside them", async () => {
    const { folder, examine, run } = await seeded();
    const out = `${folder}.backups`;
    const about = ({ oks, warns, fails }: Awaited<ReturnType<typeof examine>>) =>
      [oks, warns, fails].map((lines) =>
        lines.filter((line) => /^(backups|backup disk|erasures): /.test(line))
      );
    const sameDisk = "backup disk: backups are on the disk of DATA_DIR, and are lost when it is";
    const noted = "erasures: deleted accounts are noted beside the backups";
    expect((await run("backup")).code).toBe(0);
    const [name = ""] = (await readdir(out)).filter((one) => one.endsWith(".age"));
    const newest = (age: string) =>
      expect.stringMatching(new RegExp(`^backups: the newest is ${age}.* in ${out}, [0-9.]+ MB`));
    expect(about(await examine())).toEqual([[newest(name), noted], [sameDisk], []]);

    const made = async (ageMs: number) => {
      const old = backupName(new Date(Date.now() - ageMs));
      for (const one of await readdir(out)) await rm(join(out, one));
      await writeFile(join(out, old), "");
      return old;
    };
    const hourMs = 60 * 60 * 1000;
    const slow = await made(5 * hourMs);
    expect(about(await examine())).toEqual([[noted], [newest(slow), sameDisk], []]);
    const old = await made(49 * hourMs);
    expect(about(await examine())).toEqual([[noted], [sameDisk], [newest(old)]]);
    await made(-3 * hourMs);
    expect((await examine()).warns).toContainEqual(expect.stringContaining("made in the future"));

    const missing = join(folder, "not", "there");
    const away = `backups: ${missing} can't be used (ENOENT)`;
    expect((await examine({ BACKUPS: missing })).fails).toEqual([away]);
    const elsewhere = await mkdtemp("/dev/shm/backups-");
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    expect((await examine({ BACKUPS: elsewhere })).oks)
      .toContain("backup disk: backups are on another disk than DATA_DIR");
  });

  it("reports the age of Litestream's newest copy, if there is one", async () => {
    const { folder, examine } = await seeded();
    const about = ({ oks, warns }: Awaited<ReturnType<typeof examine>>) =>
      [oks, warns].map((lines) => lines.filter((line) => line.startsWith("litestream: ")));
    expect(about(await examine())).toEqual([[], []]);
    const copies = join(`${folder}.backups`, "litestream", "ltx", "0");
    await mkdir(copies, { recursive: true });
    const copy = async (name: string, at: string) => {
      await writeFile(join(copies, name), "");
      await utimes(join(copies, name), new Date(at), new Date(at));
      return `litestream: its newest copy was made at ${at}`;
    };
    const old = await copy("1.ltx", "2026-03-01T12:00:00.000Z");
    expect(about(await examine())).toEqual([[], [old]]);
    const newest = await copy("2.ltx", new Date(Date.now() - 5000).toISOString());
    expect(about(await examine())).toEqual([[newest], []]);
  });

  it("reports that Meilisearch doesn't answer", async () => {
    const { examine } = await seeded();
    const away = { SEARCH: "meilisearch", MEILI_URL: "http://127.0.0.1:9", MEILI_KEY: "a-key" };
    const { fails, stdout } = await examine(away);
    expect(fails).toEqual([expect.stringContaining("the built-in engine is used instead")]);
    expect(stdout).not.toContain("a-key");
  });

  it.skipIf(!hasBucket)("stores an object in a bucket, and deletes it", async () => {
    const { examine } = await seeded();
    const { oks } = await examine(await bucketForTest());
    expect(oks).toContainEqual(
      expect.stringMatching(/^pictures: the bucket .* can be written, read and deleted from$/),
    );
  });
});
