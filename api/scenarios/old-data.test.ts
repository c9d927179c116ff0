import { execFile } from "node:child_process";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { profileFieldsWith } from "../../events/testing/members.ts";
import { runAdmin } from "../testing/admin.ts";
import { send, sessionIn, signUp } from "../testing/calls.ts";
import { startProduct } from "../testing/process.ts";

/** Made by the product as it was that day: `npm run seed -- --profiles 6`. Never edited. */
const versions = ["2026-11-20"];

const madeOn = (day: string) =>
  fileURLToPath(new URL(`../testing/old-data/${day}`, import.meta.url));

/** One of the six, signed in, and her profile as she sees it. */
async function susan(product: Awaited<ReturnType<typeof startProduct>>) {
  const body = { username: "susan.hahn2", password: "mentorship" };
  const login = await send(product, "POST", "/api/login", { body });
  expect(login.status).toBe(200);
  const cookie = sessionIn(login);
  const own = await (await send(product, "GET", "/api/profile/me", { cookie })).json();
  return { cookie, own };
}

/** The figures of the cycle in which the folder was made, without where in the log they were read. */
async function reported(DATA_DIR: string): Promise<unknown> {
  const args = ["profiles", "--cycle", "2026", "--format", "json"];
  const { stdout } = await promisify(execFile)(
    Deno.execPath(),
    ["run", "-A", "api/operations/report/main.ts", ...args],
    { env: { ...Deno.env.toObject(), DATA_DIR, EVENTS_URL: "", CYCLE_START: "" } },
  );
  const { sections } = JSON.parse(stdout);
  expect(sections).toHaveLength(1);
  return sections;
}

/** Leaves the rows of the read tables as a version before this one could have made them. */
async function asMadeEarlier(folder: string, change: string): Promise<void> {
  const read = await databaseIn(folder, "read.db");
  await read.write([
    { sql: `UPDATE members SET record = ${change}` },
    { sql: "UPDATE checkpoints SET projection = projection - 1" },
  ]);
  read.close();
}

it("read tables of an earlier version without a field, or with a person whom a stricter rule hides, are not served", async () => {
  const DATA_DIR = await temporaryFolder();
  const before = await startProduct({ DATA_DIR });
  const [kim, pat] = [await signUp(before, "kim"), await signUp(before, "pat")];
  for (const { cookie } of [kim, pat]) {
    await send(before, "POST", "/api/profile", {
      cookie,
      body: profileFieldsWith({ company: "Acme" }),
    });
  }
  const hidden = { isVisible: false };
  await send(before, "PATCH", "/api/profile", { cookie: kim.cookie, body: hidden });
  await before.stop();
  await asMadeEarlier(
    DATA_DIR,
    "json_set(json_remove(record, '$.profile.expertise'), '$.profile.isVisible', json('true'))",
  );
  const product = await startProduct({ DATA_DIR });
  const { cookie } = pat;
  const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
  expect(list).toMatchObject([{ userId: pat.id, expertise: [] }]);
  expect((await send(product, "GET", `/api/profile/${kim.id}`, { cookie })).status).toBe(403);
  await product.stop();
});

describe("a data folder of an earlier version", () => {
  it.each(versions)("of %s is served as today's, and verifies", async (day) => {
    const DATA_DIR = await temporaryFolder();
    await cp(madeOn(day), DATA_DIR, { recursive: true });
    const product = await startProduct({ DATA_DIR });
    const { cookie, own } = await susan(product);
    expect(own).toMatchObject({ company: "Bayer, Goldner and Goyette", rank: "COL" });
    const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
    expect(list).toMatchObject({ length: 6 });
    const saved = await send(product, "PATCH", "/api/user", { cookie, body: { lastName: "Ha" } });
    expect(saved.status).toBe(200);
    await product.stop();
    const { code, stdout } = await runAdmin(["verify"], { environment: { DATA_DIR } });
    expect([code, stdout]).toEqual([0, expect.stringContaining("The read tables match the log")]);
  });

  it.each(versions)(
    "of %s takes a field that it did not know, and is rebuilt with it",
    async (day) => {
      const DATA_DIR = await temporaryFolder();
      await cp(madeOn(day), DATA_DIR, { recursive: true });
      const before = await reported(DATA_DIR);
      const product = await startProduct({ DATA_DIR });
      const { cookie, own } = await susan(product);
      expect(own).toMatchObject({ calendarUrl: null });
      const calendarUrl = "https://calendar.example.com/susan";
      const saved = await send(product, "PATCH", "/api/profile", { cookie, body: { calendarUrl } });
      expect(await saved.json()).toMatchObject({ calendarUrl });
      await product.stop();
      const run = (...args: readonly string[]) => runAdmin(args, { environment: { DATA_DIR } });
      for (const command of ["rebuild", "verify"]) {
        expect(await run(command)).toMatchObject({ code: 0, stderr: "" });
      }
      expect(await reported(DATA_DIR)).toEqual(before);
      const again = await startProduct({ DATA_DIR });
      expect((await susan(again)).own).toMatchObject({ calendarUrl });
      await again.stop();
    },
  );

  it.each(versions)("of %s is backed up and restored", async (day) => {
    const folder = await temporaryFolder();
    const DATA_DIR = join(folder, "data");
    await cp(madeOn(day), DATA_DIR, { recursive: true });
    const run = (...args: readonly string[]) => runAdmin(args, { environment: { DATA_DIR } });
    const [out, vaultOut] = [join(folder, "backups"), join(folder, "vault-backups")];
    expect(await run("backup", "--out", out, "--vault-out", vaultOut)).toMatchObject({ code: 0 });
    for (const name of await readdir(DATA_DIR)) {
      if (name !== "secrets") await rm(join(DATA_DIR, name), { recursive: true });
    }
    expect(await run("restore", "--from", out, "--vault-from", vaultOut, "--verify"))
      .toMatchObject({ code: 0, stderr: "" });
    const product = await startProduct({ DATA_DIR });
    expect((await susan(product)).own).toMatchObject({ rank: "COL", calendarUrl: null });
    await product.stop();
  });
});
