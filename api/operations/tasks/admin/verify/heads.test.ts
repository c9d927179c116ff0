import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseIn } from "../../../../../events/testing/database.ts";
import { forge } from "../../../../../events/testing/forge.ts";
import { signUp } from "../../../../testing/calls.ts";
import {
  aBackedUpProgram,
  aProgram,
  erase,
  logIn,
  type Program,
  withPatAndKim,
} from "../../../../testing/program.ts";

const headsOf = async ({ environment: { DATA_DIR } }: Program) =>
  (await readdir(join(DATA_DIR, "heads"))).filter((name) => name.startsWith("head-")).sort();

/** Changes the log of a program that is stopped, as one who knows how. */
async function forgeIn(program: Program, change: Parameters<typeof forge>[1]): Promise<void> {
  const events = await databaseIn(program.environment.DATA_DIR, "events.db");
  const databases = { events, vault: events, read: events };
  await forge({ databases }, change);
  events.close();
  // They follow the forged log as if it had always been so.
  expect((await program.run(["rebuild"])).code).toBe(0);
}

describe("the heads that the service keeps by itself", { timeout: 90_000 }, () => {
  it("are signed at each start, stop and backup, and named by a start where they are damaged", async () => {
    const program = await aProgram();
    const product = await program.start();
    await expect.poll(() => headsOf(program)).toEqual(["head-000000000000.json"]);
    // None that a person could keep while the log is empty.
    const out = join(program.folder, "head.json");
    for (const args of [["head"], ["head", "--out", out]]) {
      const { code, stdout, stderr } = await program.run(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^The log is empty\. [^\n]+\n$/);
    }
    expect(await readdir(program.folder)).not.toContain("head.json");
    await signUp(product, "pat");
    const backup = await program.run(["backup", "--out", program.out]);
    expect(backup.code).toBe(0);
    expect(await headsOf(program)).toHaveLength(2);
    await signUp(product, "kim");
    await product.stop();
    const heads = await headsOf(program);
    expect(heads).toHaveLength(3);
    const damaged = join(program.environment.DATA_DIR, "heads", heads.at(-1) ?? "");
    await writeFile(damaged, "{");
    const again = await program.start();
    expect(again.written()).toContain(
      `not signed by this program; was the log's end cut off?","files":["${damaged}"]`,
    );
    await again.stop();
    // It has another one by then.
    expect(await program.run(["verify"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("are also signed for a person, who compares the log with one later", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const head = join(program.folder, "head.json");
    expect((await program.run(["head", "--out", head])).code).toBe(0);
    const verified = await program.run(["verify", "--head", head]);
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(/^Everything is as it was recorded, up to log position \d+/);
    expect(verified.stdout).toContain("when this head was signed, at position");
  });

  it("tell verify, doctor, a backup and a start that the log was forged with every hash redone", async () => {
    const program = await aProgram();
    const { kim } = await withPatAndKim(program);
    expect((await program.run(["verify"])).stdout).toMatch(
      /yes {2}The log still has everything it had when its last head was signed, at position \d+/,
    );
    await forgeIn(program, (events) => events.filter(({ member_id }) => member_id !== kim.id));
    const what = "when a head of it was signed at";
    const verify = await program.run(["verify"]);
    expect(verify).toMatchObject({ code: 1, stdout: "" });
    expect(verify.stderr).toContain(what);
    const doctor = await program.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/FAIL {2}databases {5}the log doesn't match its signed heads/);
    const backup = await program.run(["backup", "--out", program.out]);
    expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining(what)]);
    expect(await readdir(program.out).catch(() => [])).toEqual([]);
    await expect(program.start()).rejects.toThrow(what);
    // Nor does anything of that sign it.
    expect((await program.run(["verify"])).code).toBe(1);
  });

  it("do not stand in the way of a restore, nor of who says that an older log was meant", async () => {
    const { program, pat, kim } = await aBackedUpProgram({ closesFiles: true });
    await erase(program, pat);
    const restored = await program.restore(["--yes"]);
    expect(restored.code).toBe(0);
    expect(restored.stdout).toMatch(/Heads that were signed later were moved to \S+replaced-/);
    expect((await program.run(["verify"])).code).toBe(0);

    const before = await program.start();
    const lee = await signUp(before, "lee");
    await before.stop();
    await forgeIn(program, (events) => events.filter(({ member_id }) => member_id !== lee.id));
    await expect(program.start()).rejects.toThrow("npm run admin -- head --anew");
    expect((await program.run(["head", "--anew"])).stderr).toContain("Add --yes");
    const anew = await program.run(["head", "--anew", "--yes"]);
    expect([anew.code, anew.stdout]).toEqual([0, expect.stringContaining("Moved 1 heads")]);
    const product = await program.start();
    expect(await logIn(product, kim)).toBe(200);
    await product.stop();
    expect((await program.run(["head", "--anew"])).stdout).toContain("There is nothing to do");
  });
});
