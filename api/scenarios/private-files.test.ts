import { chmod, readdir, stat } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { runAdmin } from "../testing/admin.ts";
import { addPicture, signUp } from "../testing/calls.ts";
import { anImage } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";

/** From now on, new files are open to others unless the product closes them. */
function clearUmask(): void {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
}

async function below(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Files and folders that others may access. */
async function openBelow(folder: string): Promise<string[]> {
  const open: string[] = [];
  for (const path of await below(folder)) {
    // A file being written now has another name a moment later.
    const found = await stat(path).catch(undefinedWhenMissing);
    if (found !== undefined && (found.mode & 0o077) !== 0) open.push(path);
  }
  return open;
}

describe.skipIf(platform() === "win32")("files of the product", () => {
  it(
    "are closed to other users, including native modules and files of a killed process",
    async () => {
      clearUmask();
      const folder = await temporaryFolder();
      const environment = {
        DATA_DIR: join(folder, "data"),
        BACKUPS: join(folder, "backups"),
      };
      const product = await productForTest(environment);
      const pat = await signUp(product, "pat");
      await addPicture(product, pat, new Uint8Array(await anImage()));
      await product.stop("SIGKILL");
      const names = (await below(folder)).join(" ");
      for (
        const name of ["alumni.db", "-wal", "-shm", "secret", ".webp", ".eml"]
      ) {
        expect(names).toContain(name);
      }
      expect(await openBelow(folder)).toEqual([]);
      expect(product.written()).not.toContain("other users");
    },
  );

  it("are also closed if a command creates them", async () => {
    clearUmask();
    const folder = await temporaryFolder();
    const environment = { DATA_DIR: join(folder, "data") };
    for (const args of [["seed", "--profiles", "3"], ["rebuild"], ["backup"]]) {
      expect(await runAdmin(args, { environment })).toMatchObject({ code: 0 });
    }
    expect((await below(folder)).length).toBeGreaterThan(5);
    expect(await openBelow(folder)).toEqual([]);
  });

  it("are closed by a start, which reports a folder of another user", async () => {
    const folder = join(await temporaryFolder(), "data");
    const apart = await temporaryFolder();
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(apart, "alumni.db")}`,
      SECRET_FILE: join(apart, "secret"),
    };
    const before = await productForTest(environment);
    const pat = await signUp(before, "pat");
    await addPicture(before, pat, new Uint8Array(await anImage()));
    await before.stop("SIGKILL");
    for (const path of [folder, apart, ...await below(folder), ...await below(apart)]) {
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
    }
    const after = await productForTest(environment);
    expect(await openBelow(folder)).toEqual([]);
    expect(await openBelow(apart)).toEqual([]);
    const lines = after.written().split("\n");
    const warnings = lines.filter((line) => line.includes("other users"));
    expect(warnings).toEqual([expect.stringContaining(`chmod 700 ${folder}`)]);
    await after.stop();
    expect(after.written()).not.toContain("NotCapable");
  });
});
