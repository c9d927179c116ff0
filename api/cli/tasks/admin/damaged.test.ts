import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { runAdmin, runAdminHere } from "../../../testing/admin.ts";
import { NotStarted } from "../../../testing/process.ts";
import { runReport } from "../../testing/run-program.ts";
import { productForTest } from "../../../testing/product-for-test.ts";

/** A data folder with some people. Tests damage copies of it. */
let whole: string;

beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  const environment = { DATA_DIR: join(whole, "data") };
  // Runs in its own process, because an open database creates and removes files during the copy.
  expect((await runAdmin(["seed", "--profiles", "60", "--no-pictures"], { environment })).code)
    .toBe(0);
});

afterAll(() => rm(whole, { recursive: true, force: true }));

async function damaged(damage: (path: string) => Promise<void>): Promise<string> {
  const folder = join(await temporaryFolder(), "data");
  await cp(join(whole, "data"), folder, { recursive: true });
  const path = join(folder, "alumni.db");
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  await client.execute("PRAGMA journal_mode = DELETE");
  client.close();
  await damage(path);
  return folder;
}

const changed = (change: (bytes: Buffer) => Uint8Array) => async (path: string) =>
  await writeFile(path, change(await readFile(path)));
const garbage = changed(() => Buffer.from("no database at all, ".repeat(5000)));
const half = changed((bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)));
/** Damages everything after the first pages. */
const laterGarbage = changed((bytes) => bytes.fill(7, Math.floor(bytes.length / 4)));

/** Starts the product, which must refuse, and returns its output. */
async function refusedStart(folder: string): Promise<string> {
  try {
    await productForTest({ DATA_DIR: folder });
    return "It is ready";
  } catch (error) {
    return error instanceof NotStarted ? error.written : String(error);
  }
}

const advice = "restore the latest backup";

const cases = [["garbage", garbage], ["half of it", half], [
  "garbage at its end",
  laterGarbage,
]] as const;

/** Changes a letter in an index, but not in its table. */
async function breakIndex(path: string, name: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  const sql = "SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS page_size " +
    "FROM sqlite_master WHERE type = 'index' AND name = ?";
  const { rows: [row] } = await client.execute({ sql, args: [name] });
  client.close();
  const bytes = await readFile(path);
  const end = Number(row?.rootpage) * Number(row?.page_size);
  // The first entry is at the end of its page: a random id and the row number.
  const at = end - 20;
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  await writeFile(path, bytes);
}

describe("a damaged file", () => {
  it.each(cases)("with %s causes one clear line", async (_, damage) => {
    const folder = await damaged(damage);
    const environment = { DATA_DIR: folder };
    const verify = await runAdminHere(["verify"], { environment });
    expect(verify).toMatchObject({ code: 1, stdout: "" });
    // A start needs a process and reports each file the same way. It is only tested on damage that a full check finds.
    const started = damage === laterGarbage ? [await refusedStart(folder)] : [];
    for (const output of [verify.stderr, ...started]) {
      expect(output).toContain("DATABASE_URL");
      expect(output).toContain(advice);
      expect(output).not.toMatch(/^ {4}at |Error:/m);
    }
    const doctor = await runAdminHere(["doctor"], { environment });
    expect(doctor).toMatchObject({ code: 1, stderr: expect.stringContaining("say FAIL") });
    expect(doctor.stdout).toMatch(/^FAIL .*DATABASE_URL/m);
    expect(doctor.stdout).toContain(advice);
  });

  it("is distinguished from read tables that differ from the log, which verify reports", async () => {
    const folder = await damaged(async (path) => {
      const client = createClient({ url: `file:${path}`, concurrency: 1 });
      await client.execute("UPDATE members SET standing_since = 'another' || rowid");
      client.close();
    });
    expect(await runAdminHere(["verify"], { environment: { DATA_DIR: folder } })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The table "members" differs .*"npm run rebuild"/),
    });
  });

  it("causes one from a report, too", async () => {
    const folder = await damaged(laterGarbage);
    expect(await runReport(folder, "cycle", "--cycle", "2026")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'The log is damaged, or no database: "npm run admin -- verify" says more\n',
    });
  });

  it.each([
    "sqlite_autoindex_events_1",
    "sqlite_autoindex_member_keys_1",
    "sqlite_autoindex_members_1",
  ])(
    "with a row missing in the index %s is noticed by verify, doctor and a start",
    async (index) => {
      const folder = await damaged((path) => breakIndex(path, index));
      const environment = { DATA_DIR: folder };
      for (const command of ["verify", "doctor"]) {
        const { code, stdout, stderr } = await runAdminHere([command], { environment });
        expect(code).toBe(1);
        expect(stdout + stderr).toMatch(
          new RegExp(`DATABASE_URL: .* is damaged.* \\(.*index ${index}\\)`),
        );
      }
      expect(await refusedStart(folder)).toMatch(
        new RegExp(`^DATABASE_URL: .* is damaged.* \\(.*index ${index}\\): stop the`),
      );
    },
  );
});
