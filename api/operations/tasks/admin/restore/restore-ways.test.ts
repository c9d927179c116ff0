import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { describe, expect, it } from "vitest";
import { send, signUp } from "../../../../testing/calls.ts";
import {
  aBackedUpProgram,
  aProgram,
  erase,
  keyIds,
  logIn,
  withPatAndKim,
} from "../../../../testing/program.ts";

/** Each way that `restore --help` and the operator's guide name, as they write it. */
describe("the ways of restoring", { timeout: 90_000 }, () => {
  it("restores the log beside the current vault, without members erased since", async () => {
    const program = await aProgram({ closesFiles: true });
    const { pat, kim } = await withPatAndKim(program);
    expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
    await erase(program, pat);
    const data = program.environment.DATA_DIR;
    // Nothing but the vault knows that she is gone.
    await rm(`${data}.erasures`);
    await rm(join(program.out, "erasures"), { force: true });
    for (const name of await readdir(data)) {
      if (!name.startsWith("vault.db")) await rm(join(data, name), { recursive: true });
    }
    const restored = await program.run(["restore", "--from", program.out, "--yes"]);
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("Erased again: 1 members");
    expect(restored.stdout).toMatch(/Kept the old data: \S+vault\.db\.replaced-/);
    expect(await keyIds(program)).not.toContain(pat.id);
    const product = await program.start();
    expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
    await product.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it("does not treat a vault with hardly any keys as one whose members were erased", async () => {
    const program = await aProgram({ closesFiles: true });
    await withPatAndKim(program);
    expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
    const url = `file:${join(program.environment.DATA_DIR, "vault.db")}`;
    const vault = createClient({ url, concurrency: 1 });
    await vault.execute("DELETE FROM member_keys");
    // An idle connection then holds no lock on it.
    await vault.execute("PRAGMA journal_mode = DELETE");
    vault.close();
    const args = ["restore", "--from", program.out, "--yes"];
    const refused = await program.run(args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("has no key for 2 members");
    expect(refused.stderr).toContain("Nothing was changed.");
    expect((await program.run([...args, "--accept-loss"])).stdout).toContain(
      "Erased again: 2 members",
    );
  });

  it("says what is missing when there is no vault beside the log", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
    await program.loseData();
    const { code, stdout, stderr } = await program.run(["restore", "--from", program.out]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("There is no vault, and without it");
    expect(stderr).toContain("--vault-from");
  });

  it("replaces damaged files, and refuses to leave a damaged vault in place", async () => {
    const { program, pat } = await aBackedUpProgram();
    const data = program.environment.DATA_DIR;
    const vault = await readFile(join(data, "vault.db"));
    const garbage = Buffer.from("no database at all, ".repeat(5000));
    await writeFile(join(data, "events.db"), garbage);
    await writeFile(join(data, "read.db"), garbage);
    await writeFile(join(data, "vault.db"), vault.fill(7, 100));
    const refused = await program.run(["restore", "--from", program.out, "--yes"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("vault.db is damaged. Give the vault's backup");
    const restored = await program.restore(["--yes"]);
    expect(restored.code).toBe(0);
    expect(restored.stderr.trim()).toBe(
      `${
        join(data, "events.db")
      } can't be read, so accounts that were deleted and are only in this list may come back.`,
    );
    const product = await program.start();
    expect(await logIn(product, pat)).toBe(200);
  });

  it("erases members again that a given file lists", async () => {
    const { program, pat, kim } = await aBackedUpProgram();
    await program.loseData();
    const file = join(program.folder, "erasures-of-another-disk");
    const missing = await program.restore(["--erasures", file]);
    expect(missing.stderr).toContain(`there is no file ${file}`);
    await writeFile(file, `${pat.id}\n`);
    expect((await program.restore(["--erasures", file])).stdout).toContain(
      "Erased again: 1 members",
    );
    const product = await program.start();
    expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
  });

  it("brings a vault back that the key before wrapped", async () => {
    const { program, pat } = await aBackedUpProgram();
    const both = {
      KEK: Buffer.alloc(32, 7).toString("base64"),
      KEK_PREVIOUS: program.environment.KEK,
    };
    expect((await program.run(["rotate-kek"], both)).code).toBe(0);
    await program.loseData();
    const restored = await program.restore([], both);
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await program.run(["rotate-kek"], both)).code).toBe(0);
    const product = await program.start({ KEK: both.KEK });
    expect(await logIn(product, pat)).toBe(200);
  });

  it("needs no index to be filled, or its key, with the built-in engine", async () => {
    const program = await aProgram();
    const { code, stderr } = await program.run(["reindex", "--key"]);
    expect(code).toBe(1);
    expect(stderr).toContain("SEARCH: must be meilisearch");
    const reindexed = await program.run(["reindex"]);
    expect([reindexed.code, reindexed.stdout]).toEqual([
      0,
      expect.stringContaining("nothing to do"),
    ]);
    expect(await readdir(program.folder)).toEqual([]);
  });

  it("can be rehearsed beside the running service", async () => {
    const { program } = await aBackedUpProgram();
    const product = await program.start();
    const rehearsal = { DATA_DIR: join(program.folder, "rehearsal") };
    expect((await program.restore([], rehearsal)).code).toBe(0);
    expect((await program.run(["verify"], rehearsal)).code).toBe(0);
    await signUp(product, "lee");
    expect((await send(product, "GET", "/readyz")).status).toBe(200);
  });
});
