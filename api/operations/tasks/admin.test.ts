import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";

const run = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  runAdminHere(args, { environment });

async function seededFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const seed = ["seed", "--profiles", "5", "--no-pictures"];
  expect((await run(seed, { DATA_DIR: folder })).code).toBe(0);
  return folder;
}

describe("npm run admin", { timeout: 60_000 }, () => {
  it("verifies a log, also against a head that was signed before", async () => {
    const folder = await seededFolder();
    const head = join(folder, "head.json");
    expect((await run(["head", "--out", head], { DATA_DIR: folder })).code).toBe(0);
    const verified = await run(["verify", "--head", head], { DATA_DIR: folder });
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(/^Everything is as it was recorded, up to log position \d+/);
  });

  it("rewraps every key, so that the old key-encryption key is no longer needed", async () => {
    const folder = await seededFolder();
    const oldKek = (await readFile(join(folder, "secrets/kek"), "utf8")).trim();
    const newKek = randomBytes(32).toString("base64");
    const both = { DATA_DIR: folder, KEK: newKek, KEK_PREVIOUS: oldKek };
    expect(await run(["rotate-kek"], { DATA_DIR: folder })).toMatchObject({ code: 1 });
    expect((await run(["rotate-kek"], both)).stdout).toMatch(/^Encrypted \d keys/);
    const alone = { DATA_DIR: folder, KEK: newKek };
    expect((await run(["rebuild"], alone)).code).toBe(0);
    expect((await run(["verify"], alone)).code).toBe(0);
    const late = await run(["rebuild"], { DATA_DIR: folder, KEK: oldKek });
    expect(late.stderr).toContain("check KEK_FILE");
  });

  it("explains each command, also while the configuration is wrong", async () => {
    const environment = { DATA_DIR: await temporaryFolder(), PORT: "none" };
    const { code, stdout } = await run(["--help"], environment);
    expect(code).toBe(0);
    for (const [, name = ""] of stdout.matchAll(/npm run admin -- (\S+) {2,}/g)) {
      const { code, stdout } = await run([name, "--help"], environment);
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(stdout).toMatch(new RegExp(`npm run (admin -- )?${name}`));
    }
  });
});
