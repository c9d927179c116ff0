import { spawn } from "node:child_process";
import { cp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles, readManifest } from "../../backup/manifest.ts";
import { parseSecret } from "../../secrets.ts";
import { aProgram, type Program, withPatAndKim } from "../../testing/program.ts";

describe("npm run admin -- backup", { timeout: 60_000 }, () => {
  it("is whole or not there, whenever it is killed", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const afterMs of [250, 450, 600, 750, 900, 1100]) {
      await killed(program, afterMs);
      for (const name of await readdir(program.out).catch(() => [])) {
        if (!name.startsWith("log-")) continue;
        const path = join(program.out, name);
        const { files } = await readManifest(path, parseSecret(program.claimKey) as Uint8Array);
        await checkFiles(path, files);
      }
    }
    // What was left is in nobody's way.
    expect((await program.backUp()).code).toBe(0);
    await program.loseData();
    expect((await program.restore()).code).toBe(0);
  });

  it("leaves nothing unfinished when a person interrupts it", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const afterMs of [400, 800, 1200, 1600]) {
      await killed(program, afterMs, "SIGINT");
      const names = await readdir(program.out).catch(() => []);
      expect(names.filter((name) => name.startsWith("."))).toEqual([]);
    }
  });

  it("takes an unfinished backup for none", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    const [log = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    await cp(join(program.out, log), join(program.out, ".unfinished-1"), { recursive: true });
    await rm(join(program.out, log), { recursive: true });
    await program.loseData();
    expect((await program.restore()).stderr).toContain("has no whole backup of the log");
  });

  it("keeps the vault apart from the log, and as many backups as asked for", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const { out, folder, run } = program;
    const inside = await run(["backup", "--out", out, "--vault-out", join(out, "vault")]);
    expect(inside).toMatchObject({ code: 1, stdout: "" });
    expect(inside.stderr).toContain("--vault-out: must not be in the folder of --out");
    expect((await run(["backup"])).stderr).toContain("Say where to");
    expect((await run(["backup", "--out", out, "--keep", "none"])).stderr).toContain("--keep");
    await writeFile(join(folder, "file"), "");
    const onFile = await run(["backup", "--out", join(folder, "file", "backups")]);
    expect(onFile.stderr).toMatch(/^No backup was made: /);
    for (let times = 0; times < 3; times++) {
      expect((await run(["backup", "--out", out, "--keep", "2"])).code).toBe(0);
    }
    expect((await readdir(out)).filter((name) => name.startsWith("log-"))).toHaveLength(2);
  });
});

/** Starts a backup and kills it. */
async function killed(
  { environment, out }: Program,
  afterMs: number,
  signal: "SIGKILL" | "SIGINT" = "SIGKILL",
): Promise<void> {
  const child = spawn(
    Deno.execPath(),
    ["run", "-A", "api/tasks/admin.ts", "backup", "--out", out],
    { env: { ...Deno.env.toObject(), ...environment }, stdio: "ignore" },
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  setTimeout(() => child.kill(signal), afterMs);
  await gone;
}
