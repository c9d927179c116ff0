import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../../events/database.ts";
import { NotStarted } from "../../../testing/process.ts";
import { send, signUp } from "../../../testing/calls.ts";
import { signUpStaff } from "../../../testing/staff.ts";
import { aProgram, logIn, type Program, withPatAndKim } from "../../../testing/program.ts";

/** Why it does not start. */
async function notStarted(program: Program): Promise<string> {
  const error = await program.start().catch((error) => error);
  expect(error).toBeInstanceOf(NotStarted);
  expect(error.code).toBe(1);
  expect(error.written).not.toMatch(/^ +at /m);
  return error.written;
}

/** Has everything in the one file, as a copy by hand needs it. */
async function wholeFile(path: string): Promise<void> {
  const database = await openDatabase({ url: `file:${path}`, durability: "full" });
  await database.truncateWriteAheadLog();
  database.close();
}

const inData = ({ environment }: Program, ...names: string[]) =>
  join(environment.DATA_DIR, ...names);
/** Without what SQLite makes and removes beside an open database. */
const filesOf = async (program: Program) =>
  (await readdir(inData(program))).filter((name) => !/-(wal|shm)$/.test(name));
const picturesOf = async (program: Program) =>
  (await readdir(inData(program, "objects", "pictures"), { recursive: true }))
    .filter((name) => name.endsWith(".webp"));

describe("npm run admin -- accept-loss", { timeout: 120_000 }, () => {
  it("begins a new installation without the log, after this loss was accepted, and deletes nothing", async () => {
    const program = await aProgram({ closesFiles: true });
    const { pat } = await withPatAndKim(program);
    const away = join(program.folder, "events.db");
    await wholeFile(inData(program, "events.db"));
    await cp(inData(program, "events.db"), away);
    await rm(inData(program, "events.db"));
    expect(await notStarted(program)).toContain("accept-loss");
    const pictures = await picturesOf(program);
    expect(pictures).toHaveLength(2);
    const before = await filesOf(program);

    const asked = await program.run(["accept-loss"]);
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(asked.stdout).toMatch(/Nothing was done\. .* --confirm [0-9a-f]{8}$/m);
    const wrong = await program.run(["accept-loss", "--confirm", "00000000"]);
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(await filesOf(program)).toEqual(before);
    await notStarted(program);
    // Putting it back is all it takes.
    await cp(away, inData(program, "events.db"));
    const product = await program.start();
    expect(await logIn(product, pat)).toBe(200);
    expect(await picturesOf(program)).toEqual(pictures);
    await product.stop();
    for (const ending of ["", "-wal", "-shm"]) {
      await rm(inData(program, `events.db${ending}`), { force: true });
    }

    expect(await accept(program)).toContain("Began a new installation");
    const anew = await program.start();
    expect(await logIn(anew, pat)).toBe(401);
    await signUp(anew, "pat");
    await anew.stop();
    const aside = await readdir(program.environment.DATA_DIR);
    for (const name of ["vault.db", "read.db", "objects"]) {
      expect(aside.join()).toMatch(new RegExp(`${name}\\.replaced-`));
    }
  });

  it("erases only members whose keys are lost", async () => {
    const program = await aProgram({ closesFiles: true });
    const { pat } = await withPatAndKim(program);
    await wholeFile(inData(program, "vault.db"));
    await cp(inData(program, "vault.db"), join(program.folder, "vault.db"));
    const product = await program.start();
    const lee = await signUp(product, "lee");
    await product.stop();
    for (const ending of ["-wal", "-shm"]) {
      await rm(inData(program, `vault.db${ending}`), { force: true });
    }
    await cp(join(program.folder, "vault.db"), inData(program, "vault.db"));
    expect(await notStarted(program)).toContain("has no key for 1 of the members");
    expect(await picturesOf(program)).toHaveLength(2);
    const verified = await program.run(["verify"]);
    expect(verified).toMatchObject({ code: 1, stdout: "" });

    expect(await accept(program)).toContain("Erased 1 members");
    const again = await program.start();
    expect(await logIn(again, pat)).toBe(200);
    expect(await logIn(again, lee)).toBe(401);
    await signUp(again, "lee");
    expect(await picturesOf(program)).toHaveLength(2);
    await again.stop();
    expect((await program.run(["verify"])).code).toBe(0);
    expect((await program.run(["accept-loss"])).stdout).toContain("Nothing is lost");
  });

  it("erases everyone without a vault, and keeps what statistics need", async () => {
    const program = await aProgram({ closesFiles: true });
    await withPatAndKim(program);
    const first = await program.start();
    const staff = await signUpStaff(first);
    await staff.post("/program/settings", { does: "support", supportEmail: "rotc@example.edu" });
    await staff.post("/program/settings", { does: "add-topic", label: "Drones" });
    await first.stop();
    for (const ending of ["", "-wal", "-shm"]) {
      await rm(inData(program, `vault.db${ending}`), { force: true });
    }
    expect(await notStarted(program)).toMatch(/VAULT_URL: the vault .* is missing or empty/);
    expect(await readdir(program.environment.DATA_DIR)).not.toContain("vault.db");
    expect(await accept(program)).toContain("Erased 3 members");
    // The program's topics are clear; the address went with its key, and another one can be set.
    const again = await program.start();
    const others = await signUpStaff(again);
    const settings = await others.page("/program/settings");
    expect(settings).toContain("Drones");
    expect(settings).not.toContain("rotc@example.edu");
    await others.post("/program/settings", { does: "support", supportEmail: "new@example.edu" });
    await signUp(again, "pat");
    expect((await send(again, "GET", "/readyz")).status).toBe(200);
    await again.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  async function accept(program: Program): Promise<string> {
    const { stdout: asked } = await program.run(["accept-loss"]);
    expect(asked).toMatch(/lost[^]*Nothing was done\./);
    const [, code = ""] = /--confirm ([0-9a-f]{8})$/m.exec(asked) ?? [];
    const { code: ended, stdout, stderr } = await program.run(["accept-loss", "--confirm", code]);
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: "" });
    return stdout;
  }
});
