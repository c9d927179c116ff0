import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLastBackup } from "../../../../node/last-backup.ts";
import { addPicture, send, signUp } from "../../../../testing/calls.ts";
import { aPdf } from "../../../../testing/pictures.ts";
import {
  aBackedUpProgram,
  aProgram,
  type Program,
  withPatAndKim,
} from "../../../../testing/program.ts";

/** Nothing listens there. */
const away = {
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_BUCKET: "pictures",
  S3_ACCESS_KEY_ID: "a-key",
  S3_SECRET_ACCESS_KEY: "a-secret",
};

const logsOf = async ({ out }: Program) =>
  (await readdir(out)).filter((name) => name.startsWith("log-")).sort();

async function picturesIn(program: Program, name: string | undefined): Promise<number> {
  const list = await readFile(join(program.out, name ?? "", "pictures.ndjson"), "utf8");
  return list.split("\n").length - 1;
}

async function warningsOf(program: Program): Promise<string[]> {
  const { stdout } = await program.run(["doctor"]);
  return [...stdout.matchAll(/^WARN +backups +(.*)$/gm)].map(([, what = ""]) => what);
}

/** When each kind was last backed up. */
async function backupTimes({ environment }: Program): Promise<Record<string, number>> {
  const { log = "", vault = "", pictures = "" } = await readLastBackup(environment.DATA_DIR);
  return { log: Date.parse(log), vault: Date.parse(vault), pictures: Date.parse(pictures) };
}

describe("a backup while the store for pictures is away", { timeout: 90_000 }, () => {
  it("has the log and the vault, and pictures follow when the store is back", async () => {
    const program = await aProgram({ closesFiles: true });
    const { kim } = await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    const product = await program.start();
    const lee = await signUp(product, "lee");
    await addPicture(product, lee, new Uint8Array(aPdf()));
    expect((await send(product, "DELETE", "/api/account", { cookie: kim.cookie })).status).toBe(
      204,
    );
    await product.stop();
    const first = await backupTimes(program);
    expect(first.pictures).toBe(first.log);

    const both = ["backup", "--out", program.out, "--vault-out", program.vaultOut];
    const without = await program.run(both, away);
    expect(without.code).toBe(0);
    expect(without.stderr).toContain("The picture storage doesn't respond");
    expect(without.stdout).toMatch(/^The vault with the keys of 2 members/m);
    const [whole, lacking] = await logsOf(program);
    // Those of the backup before are in this one, too.
    expect(await picturesIn(program, lacking)).toBe(await picturesIn(program, whole));
    expect(await warningsOf(program)).toEqual([
      expect.stringContaining("the log's last backup lacks pictures that were added since"),
    ]);
    const second = await backupTimes(program);
    expect(second.pictures).toBe(first.pictures);
    expect(second.log).toBeGreaterThan(first.log ?? NaN);
    expect(second.vault).toBeGreaterThan(first.vault ?? NaN);

    const daily = ["backup", "--daily", "--out", program.out];
    const still = await program.run(daily, away);
    expect([still.code, still.stderr.trim()]).toEqual([
      0,
      "The picture storage doesn't respond, so new pictures aren't backed up.",
    ]);
    expect(await logsOf(program)).toHaveLength(2);
    expect((await program.run(daily)).stdout).toContain("4 pictures");
    const [, , third] = await logsOf(program);
    expect(await picturesIn(program, third)).toBe(4);
    expect(await warningsOf(program)).toEqual([]);
    expect((await program.run(daily)).stdout).toContain("The log has a backup of today");
    expect(await logsOf(program)).toHaveLength(3);

    const from = ["restore", "--from", join(program.out, lacking ?? ""), "--yes"];
    const restored = await program.run([...from, "--vault-from", program.vaultOut]);
    expect(restored.code).toBe(0);
    expect(restored.stdout).toContain("The picture storage didn't respond during this backup");
  });

  it("tells what a restore needs of it", async () => {
    const { program } = await aBackedUpProgram();
    await program.loseData();
    const { code, stdout, stderr } = await program.restore([], away);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("start the picture storage, and run this again");
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
