import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { password, send, signUp } from "../../../../testing/calls.ts";
import { aProgram, erase, keyIds, logIn, withPatAndKim } from "../../../../testing/program.ts";

describe("what a restore knows of those who were erased", { timeout: 60_000 }, () => {
  it("copies pictures once, and removes those of erased members from the backups", async () => {
    const program = await aProgram();
    const { pat, picture } = await withPatAndKim(program);
    expect((await program.run(["backup", "--out", program.out])).stdout).toContain("2 pictures");
    const copy = join(program.out, picture.slice(1));
    await expect(readFile(copy)).resolves.toBeDefined();
    await erase(program, pat);
    expect((await program.run(["backup", "--out", program.out])).stdout).toContain("0 pictures");
    await expect(readFile(copy)).rejects.toThrow();
    // Also from the older one, which still speaks of her.
    const [older = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"))
      .sort();
    await program.run(["backup", "--vault-out", program.vaultOut]);
    await program.loseData();
    const from = ["--from", join(program.out, older)];
    const { code, stdout } = await program.run(
      ["restore", ...from, "--vault-from", program.vaultOut],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("Erased again: 1 members");
  });

  it("does not bring back erased members from an older backup", async () => {
    const program = await aProgram();
    const ledger = { ERASURE_LEDGER: join(program.folder, "elsewhere", "erasures") };
    const { pat, kim, picture } = await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    await erase(program, pat, ledger);
    await program.loseData();

    const { code, stdout } = await program.restore([], ledger);
    expect(code).toBe(0);
    expect(stdout).toContain("Erased again: 1 members");
    expect(stdout).toContain("and 0 missing pictures");
    expect(await keyIds(program)).not.toContain(pat.id);
    expect(await keyIds(program)).toContain(kim.id);
    const product = await program.start(ledger);
    expect(await logIn(product, pat)).toBe(401);
    expect(await logIn(product, kim)).toBe(200);
    await expect(readFile(join(program.environment.DATA_DIR, picture.slice(1)))).rejects.toThrow();
    // The names are free again.
    await signUp(product, "pat");
    await product.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it(
    "treats a key that a later vault lacks as an erasure, and reads erasures from the replaced log",
    async () => {
      const program = await aProgram({ closesFiles: true });
      const { pat, kim } = await withPatAndKim(program);
      expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
      await erase(program, pat);
      expect((await program.run(["backup", "--vault-out", program.vaultOut])).code).toBe(0);
      await rm(join(program.vaultOut, "erasures"));
      await program.loseData();
      const first = await program.restore();
      expect(first.stdout).toContain("Erased again: 1 members");

      expect((await program.run(["backup", "--vault-out", join(program.folder, "v2")])).code).toBe(
        0,
      );
      await rename(join(program.folder, "v2"), program.vaultOut + "-2");
      const product = await program.start();
      expect(await logIn(product, pat)).toBe(401);
      const login = { body: { username: "kim", password } };
      const { headers } = await send(product, "POST", "/api/login", login);
      const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
      expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
      await product.stop();
      const args = ["--from", program.out, "--vault-from", `${program.vaultOut}-2`];
      const second = await program.run(["restore", ...args, "--yes"]);
      expect(second.stdout).toContain("Erased again: 2 members");
      expect(await keyIds(program)).not.toContain(kim.id);
    },
    120_000,
  );
});
