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

  it("keeps the vault apart from the log", async () => {
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
  });

  it("started again and again makes one a day, and keeps the days before", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const logs = async () =>
      (await readdir(program.out)).filter((name) => name.startsWith("log-")).sort();
    expect((await program.backUp()).code).toBe(0);
    const [made = ""] = await logs();
    // Ten days of backups from before.
    for (let day = 10; day < 20; day++) {
      const old = join(program.out, `log-2026-01-${day}T03-00-00Z`);
      await cp(join(program.out, made), old, { recursive: true });
    }
    const daily = ["backup", "--daily", "--out", program.out, "--vault-out", program.vaultOut];
    for (let times = 0; times < 3; times++) {
      const { code, stdout } = await program.run([...daily, "--keep", "8"]);
      expect({ code, lines: stdout.trim().split("\n") }).toEqual({
        code: 0,
        lines: [
          `The log has a backup of today: ${join(program.out, made)}`,
          expect.stringContaining("The vault has a backup of today: "),
        ],
      });
    }
    expect(await logs()).toHaveLength(11);
    // Also those that a person makes beside it cost no day.
    const extra = ["backup", "--out", program.out, "--keep", "8"];
    for (let times = 0; times < 2; times++) expect((await program.run(extra)).code).toBe(0);
    const days = (await logs()).map((name) => name.slice(0, 14));
    expect(days).toHaveLength(10);
    expect(days.slice(0, 7)).toEqual(
      [13, 14, 15, 16, 17, 18, 19].map((day) => `log-2026-01-${day}`),
    );
  });

  it("removes none while one is dated in the future, and says so", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    const [made = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    for (const name of ["log-2026-01-01T03-00-00Z", "log-2999-01-01T03-00-00Z"]) {
      await cp(join(program.out, made), join(program.out, name), { recursive: true });
    }
    const { code, stderr } = await program.run(["backup", "--out", program.out, "--keep", "1"]);
    expect(code).toBe(0);
    expect(stderr).toContain("log-2999-01-01T03-00-00Z is dated in the future");
    expect((await readdir(program.out)).filter((name) => name.startsWith("log-"))).toHaveLength(4);
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
