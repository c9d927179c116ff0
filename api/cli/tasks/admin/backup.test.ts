import { randomBytes } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { runAdminHere } from "../../../testing/admin.ts";

async function seeded() {
  const folder = await temporaryFolder();
  const dataDir = join(folder, "data");
  const out = join(folder, "backups");
  const run = (args: readonly string[]) =>
    runAdminHere(args, { environment: { DATA_DIR: dataDir, BACKUPS: out } });
  expect((await run(["seed", "--profiles", "5", "--no-pictures"])).code).toBe(0);
  return { dataDir, out, run };
}

describe("npm run admin -- backup", () => {
  it("makes a backup, and prints its name, size and place", async () => {
    const { dataDir, out, run } = await seeded();
    const { code, stdout, stderr } = await run(["backup"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [name = ""] = await readdir(out);
    expect(name).toMatch(/^alumni-[\dT-]{19}Z\.age$/);
    expect(stdout).toMatch(new RegExp(`^Made ${name} \\(\\d+(\\.\\d)? MB\\) in ${out}\\.\n$`));
    expect(await readdir(dataDir)).not.toContain("backup");
  });

  it("explains in one line what to do if it fails", async () => {
    const { out, run } = await seeded();
    await writeFile(out, randomBytes(1));
    const { code, stdout, stderr } = await run(["backup"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^No backup was made: .*backups can't be used \(\w+\)\. Check that [^\n]+\n$/,
    );
  });
});
