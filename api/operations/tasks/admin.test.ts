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
