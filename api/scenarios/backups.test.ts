import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { tablesOf } from "../../events/store/queries.ts";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { makeIdentity } from "../config/identities.ts";
import { runAdmin } from "../testing/admin.ts";
import { send, signUp } from "../testing/calls.ts";
import { decryptBackup, openBackup } from "../testing/open-backup.ts";
import { highLimits, type RunningProduct } from "../testing/process.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { fillDisk, remountReadOnly, smallDisk } from "../testing/small-disk.ts";

const { identity: SECRET } = await makeIdentity();
const choices = { ...highLimits, backups: { firstMs: 300, pauseMs: 200 } };
const often = { interval: 2 };

async function given(more: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const environment = {
    DATA_DIR: join(folder, "data"),
    SECRET,
    BACKUPS: join(folder, "backups"),
    ...more,
  };
  const out = environment.BACKUPS;
  const names = async () => (await readdir(out).catch(() => [])).sort();
  return {
    environment,
    out,
    start: () => productForTest(environment, { choices }),
    backUp: () => runAdmin(["backup"], { environment }),
    names,
    backups: async () => (await names()).filter((name) => name.endsWith(".age")),
  };
}

/** Waits for a text in the service's log. */
async function waitForLog(product: RunningProduct, text: string) {
  await expect.poll(() => product.written()).toContain(text);
}

/** Adds rows so that a backup takes a while. */
async function fillDatabase(dataDir: string, megabytes: number) {
  const database = await databaseIn(dataDir, "alumni.db");
  const row = `INSERT INTO declined_invitations (id, mailbox, sealed, declined_on)
    VALUES (hex(randomblob(16)), hex(randomblob(16)), randomblob(1000000), '2026-01-01')`;
  for (let at = 0; at < megabytes; at++) await database.write([{ sql: row }]);
  database.close();
}

/** Makes another backup due at once, without waiting for the lease of a killed process. */
async function forgetBackups(dataDir: string) {
  const database = await databaseIn(dataDir, "alumni.db");
  await tablesOf(database).deleteFrom("backup_outcomes").execute();
  await tablesOf(database).deleteFrom("subscriptions").where("name", "=", "backup").execute();
  database.close();
}

describe("backups of a running service", () => {
  it("contain every save acknowledged before, while 32 people save", async () => {
    const { start, out, backups } = await given();
    const product = await start();
    const { cookie } = await signUp(product, "pat");
    const fields = { classYear: "2014", rank: "CPT", armyBranch: "Infantry", mos: "11A" };
    const body = { ...fields, primaryEmail: "pat@example.com", bio: "0" };
    const { status } = await send(product, "POST", "/api/profile", { cookie, body });
    expect(status).toBe(201);
    let saved = 0;
    let isOver = false;
    const statuses = new Set<number>();
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let save = 0; !isOver; save++) {
        const body = { bio: `${writer} ${save}` };
        statuses.add((await send(product, "PATCH", "/api/profile", { cookie, body })).status);
        saved += 1;
      }
    });
    await expect.poll(backups, often).toHaveLength(1);
    const savedThen = saved;
    await expect.poll(() => saved).toBeGreaterThan(savedThen);
    isOver = true;
    await Promise.all(writers);
    expect([...statuses]).toEqual([200]);
    await product.stop();
    expect(product.written()).not.toMatch(/NotCapable|"level":"error"/);
    const [name = ""] = await backups();
    const backup = await openBackup(join(out, name), SECRET);
    expect(await backup.read("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("are complete or missing, whenever the service is killed", async () => {
    const { environment, out, start, names, backups } = await given();
    const first = await start();
    await signUp(first, "pat");
    await first.stop("SIGKILL");
    await fillDatabase(environment.DATA_DIR, 100);
    for (const name of await names()) await rm(join(out, name), { recursive: true });
    await forgetBackups(environment.DATA_DIR);
    const copy = join(environment.DATA_DIR, "backup", "alumni.db");
    const sizeOf = (path: string) => stat(path).then(({ size }) => size, () => -1);
    const unfinished = async () =>
      join(out, (await names()).find((name) => name.endsWith(".unfinished")) ?? "none");
    const steps: Readonly<Record<string, () => Promise<boolean>>> = {
      "the copy is begun": async () => await sizeOf(copy) >= 0,
      "half of it is there": async () => await sizeOf(copy) > 50_000_000,
      "the backup is begun": async () => await sizeOf(await unfinished()) >= 0,
      "half of it is written": async () => await sizeOf(await unfinished()) > 50_000_000,
    };
    for (const [step, isReached] of Object.entries(steps)) {
      const product = await start();
      await expect.poll(isReached, { ...often, message: step }).toBe(true);
      await product.stop("SIGKILL");
      await forgetBackups(environment.DATA_DIR);
      expect([step, await backups()]).toEqual([step, []]);
    }
    const product = await start();
    await expect.poll(backups, often).toHaveLength(1);
    await product.stop("SIGKILL");
    const [name = ""] = await backups();
    await decryptBackup(join(out, name), { identity: SECRET, to: join(out, "alumni.db") });
    await rm(join(out, "alumni.db"));
    // The next backup also removes leftovers of the killed ones.
    expect((await names()).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
    await forgetBackups(environment.DATA_DIR);
    const last = await start();
    await expect.poll(() => last.written(), often).toContain("a backup was made");
    await last.stop();
    expect(await readdir(environment.DATA_DIR)).not.toContain("backup");
  });

  it("are made once by two processes", async () => {
    const { start, backups } = await given();
    const one = await start();
    await signUp(one, "pat");
    const two = await start();
    await expect.poll(backups, often).toHaveLength(1);
    await delay(2000);
    expect(await backups()).toHaveLength(1);
    await Promise.all([one.stop(), two.stop()]);
    const made = (one.written() + two.written()).match(/a backup was made/g);
    expect(made).toHaveLength(1);
  });

  it("end with the service, which doesn't wait for them", async () => {
    const { environment, start, backups } = await given();
    const first = await start();
    await signUp(first, "pat");
    await first.stop();
    await fillDatabase(environment.DATA_DIR, 100);
    await forgetBackups(environment.DATA_DIR);
    const before = await backups();
    const product = await start();
    const copy = join(environment.DATA_DIR, "backup", "alumni.db");
    await expect.poll(() => stat(copy).then(() => true, () => false), often).toBe(true);
    process.kill(product.pid, "SIGTERM");
    expect(await product.ended).toBe(0);
    expect(product.written()).not.toMatch(/a backup was made|"level":"error"/);
    expect(await backups()).toEqual(before);
  });
});

describe("a place for backups", () => {
  it("that is full is reported, disturbs no one, and works again once there is room", async (test) => {
    const disk = await smallDisk(100);
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const { start, backUp, names } = await given({ BACKUPS: join(disk, "backups") });
    await fillDisk(disk, join(disk, "ballast"));
    const product = await start();
    await signUp(product, "pat");
    await waitForLog(product, `"code":"full"`);
    await signUp(product, "kim");
    expect(await backUp()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/too little room for a backup\. Make room/),
    });
    expect(await names()).toEqual([]);
    await rm(join(disk, "ballast"));
    expect((await backUp()).code).toBe(0);
    await product.stop();
  });

  it("that is read-only or missing is reported", async (test) => {
    const disk = await smallDisk(100);
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const { start, backUp, out } = await given({ BACKUPS: join(disk, "backups") });
    const product = await start();
    await signUp(product, "pat");
    await waitForLog(product, "a backup was made");
    await remountReadOnly(disk);
    expect(await backUp()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("can't be used (EROFS). Check that the service's user"),
    });
    await remountReadOnly(disk, false);
    await rename(out, `${out}.away`);
    expect(await backUp()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("can't be used (ENOENT). Check that its disk is mounted"),
    });
    // The missing folder isn't created on the disk below its mount point.
    expect(await readdir(disk)).toEqual(["backups.away"]);
    await rename(`${out}.away`, out);
    expect((await backUp()).code).toBe(0);
    await product.stop();
    expect(await readFile(join(disk, "backups", "erasures"), "utf8").catch(() => "")).toBe("");
  });
});
