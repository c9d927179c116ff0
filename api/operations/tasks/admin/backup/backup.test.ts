import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../../../events/database.ts";
import { readManifest, signedManifest } from "../../../backup/manifest.ts";
import { checkedBackup } from "../restore/restore-inputs.ts";
import { parseSecret } from "../../../../config/env-values.ts";
import {
  aBackedUpProgram,
  aProgram,
  type Program,
  withPatAndKim,
} from "../../../../testing/program.ts";

describe("npm run admin -- backup", { timeout: 60_000 }, () => {
  it("is complete or absent, whenever it is killed", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const files of [1, 2, 3, 4, 5, 6]) {
      await killed(program, files);
      for (const name of await readdir(program.out).catch(() => [])) {
        if (!name.startsWith("log-")) continue;
        const claimKey = parseSecret(program.claimKey) as Uint8Array;
        await checkedBackup(join(program.out, name), "log", { claimKey });
      }
    }
    // Some were killed in the middle, and what they left does no harm.
    expect((await readdir(program.out)).join()).toContain(".unfinished-");
    expect((await program.backUp()).code).toBe(0);
    await program.loseData();
    expect((await program.restore()).code).toBe(0);
  });

  it("leaves nothing unfinished when a person interrupts it", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const files of [1, 2, 3, 4]) {
      await killed(program, files, "SIGINT");
      const names = await readdir(program.out).catch(() => []);
      expect(names.filter((name) => name.startsWith("."))).toEqual([]);
    }
  });

  it("keeps the vault apart from the log", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const { out, folder, run } = program;
    const inside = await run(["backup", "--out", out, "--vault-out", join(out, "vault")]);
    expect(inside).toMatchObject({ code: 1, stdout: "" });
    expect(inside.stderr).toContain("use two separate folders");
    expect((await run(["backup"])).stderr).toContain("Name a folder");
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
    expect((await program.run(["backup", "--out", program.out, "--keep", "8"])).code).toBe(0);
    // Seven of those days, and two of today.
    expect(await logs()).toHaveLength(9);
  });

  it("says that it is incomplete when only the log could be backed up", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const file = join(program.folder, "a-file");
    await writeFile(file, "");
    const { code, stdout, stderr } = await program.run(
      ["backup", "--out", program.out, "--vault-out", file],
    );
    expect(code).toBe(1);
    expect(stdout).toContain(join(program.out, "log-"));
    expect(stderr).toMatch(/^The backup is incomplete: .*a-file can't be used/m);
  });

  it("has nothing to do each day before anyone has registered, unless there was more", async () => {
    const program = await aProgram();
    await (await program.start()).stop();
    const to = ["backup", "--out", program.out, "--vault-out", program.vaultOut];
    expect(await program.run([...to, "--daily"])).toEqual({
      code: 0,
      stdout: "Nothing has been recorded yet, so there is nothing to back up\n",
      stderr: "",
    });
    expect((await program.run(to)).stderr).toContain("is empty. No backup was made");
    await mkdir(join(program.out, "log-2026-01-10T03-00-00Z"), { recursive: true });
    expect((await program.run([...to, "--daily"])).code).toBe(1);
  });

  it("--check makes none, and passes while there is nothing that one would have", async () => {
    const program = await aProgram();
    await (await program.start()).stop();
    const to = ["backup", "--out", program.out, "--vault-out", program.vaultOut];
    expect(await program.run([...to, "--check"])).toEqual({
      code: 0,
      stdout: "The log has no backup: nothing has been recorded yet\n" +
        "The vault has no backup: nothing has been recorded yet\n",
      stderr: "",
    });
    expect(await readdir(program.folder)).not.toContain("backups");
  });

  it("--check passes with a recent backup, and names an old one", async () => {
    const { program } = await aBackedUpProgram();
    const to = ["backup", "--out", program.out, "--vault-out", program.vaultOut];
    expect(await program.run([...to, "--check"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The log is backed up: .*\nThe vault is backed up: .*\n$/),
    });
    const [vault = ""] = await readdir(program.vaultOut);
    const old = join(program.vaultOut, "vault-2026-01-01T03-00-00Z");
    await rename(join(program.vaultOut, vault), old);
    expect(await program.run([...to, "--check"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `The vault has no backup of the last two days, but ${old}\n`,
    });
  });

  it("refuses a log that is shorter than a backup in the folder, and removes nothing", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const { DATA_DIR } = program.environment;
    await shortened(DATA_DIR, `${DATA_DIR}-shorter`);
    await (await program.start({ DATA_DIR: `${DATA_DIR}-empty` })).stop();
    const seed = ["seed", "--profiles", "2", "--no-pictures"];
    await program.run(seed, { DATA_DIR: `${DATA_DIR}-other` });
    expect((await program.backUp()).code).toBe(0);
    for (const [kind, folder] of [["log", program.out], ["vault", program.vaultOut]] as const) {
      const [made = ""] = (await readdir(folder)).filter((name) => name.startsWith(kind));
      const old = join(folder, `${kind}-2026-01-01T03-00-00Z`);
      await cp(join(folder, made), old, { recursive: true });
    }
    const before = await listed(program);
    const to = ["--out", program.out, "--vault-out", program.vaultOut, "--keep", "1"];

    for (
      const [name, why] of [
        ["mistyped", "there is no log and no vault in"],
        ["shorter", /ends at position 1, and .*log-.* reached \d/],
        ["other", "belongs to a different installation from the log"],
        ["empty", "events.db is empty"],
      ] as const
    ) {
      const folder = `${DATA_DIR}-${name}`;
      // The read tables would tell first.
      if (name === "shorter") await program.run(["rebuild"], { DATA_DIR: folder });
      const filesIn = async () =>
        (await readdir(folder).catch(() => [])).filter((file) => !/-(wal|shm)$/.test(file));
      const before = await filesIn();
      const { code, stdout, stderr } = await program.run(["backup", ...to], { DATA_DIR: folder });
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: "" });
      expect(stderr).toMatch(why);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(await filesIn()).toEqual(before);
    }
    expect(await listed(program)).toEqual(before);
    expect((await program.run(["backup", ...to])).code).toBe(0);
    expect((await listed(program)).join()).not.toContain("2026-01-01");
  }, 180_000);

  it("removes only backups that are earlier states of this log", async () => {
    const { program } = await aBackedUpProgram();
    const [made = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    const secret = parseSecret(program.claimKey) as Uint8Array;
    const own = await readManifest(join(program.out, made), secret);
    if (own.kind !== "log") throw new Error("It isn't a backup of the log");
    const manifests = {
      "log-2026-01-01T03-00-00Z": signedManifest(own, secret),
      // Of a log that went another way from somewhere.
      "log-2026-01-02T03-00-00Z": signedManifest(
        { ...own, to: { ...own.to, eventId: crypto.randomUUID() } },
        secret,
      ),
      "log-2026-01-03T03-00-00Z": signedManifest(own, randomBytes(32)),
      "log-2026-01-04T03-00-00Z": "damaged",
    };
    for (const [name, manifest] of Object.entries(manifests)) {
      await cp(join(program.out, made), join(program.out, name), { recursive: true });
      await writeFile(join(program.out, name, "manifest.json"), manifest);
    }
    const { code, stderr } = await program.run(["backup", "--out", program.out, "--keep", "1"]);
    expect(code).toBe(0);
    expect(stderr).toContain("3 backups in");
    const left = (await readdir(program.out)).filter((name) => name.startsWith("log-2026-01"));
    expect(left.sort()).toEqual(Object.keys(manifests).slice(1));
  });

  it("removes none while one is dated in the future, and says so", async () => {
    const { program } = await aBackedUpProgram();
    const [made = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    for (const name of ["log-2026-01-01T03-00-00Z", "log-2999-01-01T03-00-00Z"]) {
      await cp(join(program.out, made), join(program.out, name), { recursive: true });
    }
    const { code, stderr } = await program.run(["backup", "--out", program.out, "--keep", "1"]);
    expect(code).toBe(0);
    expect(stderr).toContain("log-2999-01-01T03-00-00Z has a date in the future");
    expect((await readdir(program.out)).filter((name) => name.startsWith("log-"))).toHaveLength(4);
  });
});

async function listed({ out, vaultOut }: Program): Promise<string[]> {
  return [...await readdir(out), ...await readdir(vaultOut)].sort();
}

/** An older copy of the log: the same installation, and less. */
async function shortened(from: string, folder: string): Promise<void> {
  await cp(from, folder, { recursive: true });
  const url = `file:${join(folder, "events.db")}`;
  const events = await openDatabase({ url, durability: "full" });
  await events.write([
    { sql: "DROP TRIGGER events_are_never_deleted" },
    { sql: "DELETE FROM sealed_payloads WHERE position > 1" },
    { sql: "DELETE FROM events WHERE position > 1" },
    { sql: "UPDATE sqlite_sequence SET seq = 1" },
  ]);
  events.close();
}

/** Starts a backup, and kills it once so many of its files and folders lie there. */
async function killed(
  { environment, out }: Program,
  files: number,
  signal: "SIGKILL" | "SIGINT" = "SIGKILL",
): Promise<void> {
  const before = await filesIn(out);
  const child = spawn(
    Deno.execPath(),
    ["run", "-A", "api/operations/tasks/admin.ts", "backup", "--out", out],
    { env: { ...Deno.env.toObject(), ...environment }, stdio: "ignore" },
  );
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      isGone = true;
      resolve();
    });
  });
  const isThere = async () => isGone || await filesIn(out) >= before + files;
  await expect.poll(isThere, { interval: 1 }).toBe(true);
  child.kill(signal);
  await gone;
}

async function filesIn(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).length;
}
