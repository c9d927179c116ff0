import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../events/database.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";

/** Runs a task as a person does, on a data folder. */
async function run(
  task: "admin" | "seed" | "rebuild",
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  return await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", `api/operations/tasks/${task}.ts`, ...args],
      { env: { ...Deno.env.toObject(), NO_COLOR: "1", ...environment } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function seededFolder(): Promise<string> {
  const folder = await temporaryFolder();
  expect((await run("seed", ["--profiles", "5"], { DATA_DIR: folder })).code).toBe(0);
  return folder;
}

describe("npm run admin", { timeout: 60_000 }, () => {
  it("verifies a log, also against a head that was signed before", async () => {
    const folder = await seededFolder();
    const head = join(folder, "head.json");
    expect((await run("admin", ["head", "--out", head], { DATA_DIR: folder })).code).toBe(0);
    const verified = await run("admin", ["verify", "--head", head], { DATA_DIR: folder });
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(/^Everything is as it was recorded, up to log position \d+/);
  });

  it("names what is broken, and what to do", async () => {
    const folder = await seededFolder();
    const database = await openDatabase({
      url: `file:${join(folder, "events.db")}`,
      durability: "normal",
    });
    await database.write([
      { sql: "DROP TRIGGER events_are_never_updated" },
      { sql: "UPDATE events SET at_ms = at_ms + 1 WHERE position = 3" },
    ]);
    database.close();
    const { code, stderr } = await run("admin", ["verify"], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("position 3: The event is not what was recorded");
    expect(stderr).toContain("restore the latest backup that verifies");
  });

  it("rewraps every key, so that the old key-encryption key is no longer needed", async () => {
    const folder = await seededFolder();
    const oldKek = (await readFile(join(folder, "secrets/kek"), "utf8")).trim();
    const newKek = randomBytes(32).toString("base64");
    const both = { DATA_DIR: folder, KEK: newKek, KEK_PREVIOUS: oldKek };
    expect(await run("admin", ["rotate-kek"], { DATA_DIR: folder })).toMatchObject({ code: 1 });
    expect((await run("admin", ["rotate-kek"], both)).stdout).toMatch(/^Encrypted \d keys/);
    const alone = { DATA_DIR: folder, KEK: newKek };
    expect((await run("rebuild", [], alone)).code).toBe(0);
    expect((await run("admin", ["verify"], alone)).code).toBe(0);
    const late = await run("rebuild", [], { DATA_DIR: folder, KEK: oldKek });
    expect(late.stderr).toContain("check KEK_FILE");
  });

  it("says what it can do, and what it cannot", async () => {
    const environment = { DATA_DIR: await temporaryFolder() };
    const { code, stderr } = await runAdminHere(["nonsense"], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain('There is no command "nonsense".');
    expect(stderr).toContain("npm run admin -- verify");
    const { stderr: mistyped } = await runAdminHere(["verfy"], { environment });
    expect(mistyped).toContain('Did you mean "verify"?');
  });

  it("explains each command, also while the configuration is wrong", async () => {
    const environment = { DATA_DIR: await temporaryFolder(), PORT: "none" };
    const { code, stdout } = await runAdminHere(["--help"], { environment });
    expect(code).toBe(0);
    for (const [, name = ""] of stdout.matchAll(/npm run admin -- (\S+) {2,}/g)) {
      const { code, stdout } = await runAdminHere([name, "--help"], { environment });
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(stdout).toMatch(new RegExp(`npm run (admin -- )?${name}`));
    }
  });
});
