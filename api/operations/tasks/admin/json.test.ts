import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../../../events/testing/database.ts";
import { type Ended, runAdminHere } from "../../../testing/admin.ts";

const answerOf = ({ stdout }: Ended) => JSON.parse(stdout);

async function seeded() {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: join(folder, "data") };
  const run = (...args: readonly string[]) => runAdminHere(args, { environment });
  expect((await run("seed", "--profiles", "5", "--no-pictures")).code).toBe(0);
  return { folder, dataDir: environment.DATA_DIR, run };
}

describe("--json", { timeout: 60_000 }, () => {
  it.each([
    ["verify"],
    ["backup", "--out", "/nowhere/log"],
    ["backup"],
    ["verify", "--nonsense"],
  ])("is one document with the error where %j cannot be done", async (...args) => {
    const environment = { DATA_DIR: join(await temporaryFolder(), "mistyped") };
    const [json, words] = await Promise.all([
      runAdminHere([...args, "--json"], { environment }),
      runAdminHere(args, { environment }),
    ]);
    expect(json.code).toBe(words.code);
    expect(json.code).toBeGreaterThan(0);
    expect(answerOf(json)).toMatchObject({ error: expect.stringMatching(/\S/) });
    expect(json.stderr).not.toMatch(/^ +at /m);
    expect(words.stdout).toBe("");
  });

  it("says what verify found", async () => {
    const { run, dataDir } = await seeded();
    const whole = await run("verify", "--json");
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(answerOf(whole)).toEqual({ isIntact: true, position: expect.any(Number) });
    const database = await databaseIn(dataDir, "read.db");
    await database.write([{ sql: "UPDATE members SET username_key = 'another' || rowid" }]);
    database.close();
    const broken = await run("verify", "--json");
    expect(broken.code).toBe(1);
    const { isIntact, error } = answerOf(broken);
    expect([isIntact, error]).toEqual([false, expect.stringContaining('The table "members"')]);
    // What a person reads says the same.
    expect(broken.stderr).toContain(error);
  });

  it("says which backups were made, found, or failed", async () => {
    const { run, folder } = await seeded();
    const [out, vaultOut] = [join(folder, "log"), join(folder, "vault")];
    const made = await run("backup", "--daily", "--out", out, "--vault-out", vaultOut, "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const { log, vault, notices } = answerOf(made);
    expect(log).toEqual({
      path: expect.stringContaining(join(out, "log-")),
      isNew: true,
      position: expect.any(Number),
      bytes: expect.any(Number),
      pictures: 0,
      lacksPictures: false,
      removed: 0,
    });
    expect(vault).toEqual({
      path: expect.stringContaining(join(vaultOut, "vault-")),
      isNew: true,
      keys: expect.any(Number),
      removed: 0,
    });
    expect(notices).toEqual([]);

    const well = await run("backup", "--check", "--out", out, "--json");
    expect(well.code).toBe(0);
    const check = { isWell: true, what: expect.stringContaining(log.path) };
    expect(answerOf(well)).toEqual({ checks: [check] });

    const again = await run("backup", "--daily", "--out", out, "--json");
    expect(again.code).toBe(0);
    expect(answerOf(again)).toEqual({ log: { path: log.path, isNew: false }, notices: [] });

    const file = join(folder, "a-file");
    await writeFile(file, "");
    const half = await run("backup", "--out", out, "--vault-out", file, "--json");
    expect(half.code).toBe(1);
    const answer = answerOf(half);
    expect(answer.log).toMatchObject({ isNew: true, path: expect.stringContaining(out) });
    expect(answer).toMatchObject({ error: expect.stringContaining(`${file} can't be used`) });
    expect(answer.vault).toBeUndefined();
    expect(half.stderr).toContain("The backup is incomplete");
  });
});
