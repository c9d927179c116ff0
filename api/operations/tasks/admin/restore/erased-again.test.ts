import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createErasureLedger, ledgerPaths } from "../../../../erasure/ledger.ts";
import { temporaryFolder } from "../../../../../events/testing/database.ts";
import { send, type SignedUp } from "../../../../testing/calls.ts";
import {
  aBackedUpProgram,
  aProgram,
  logIn,
  type Program,
  withPatAndKim,
} from "../../../../testing/program.ts";

/** Deletes someone's account. */
async function deleteAccount(program: Program, { cookie }: SignedUp): Promise<void> {
  const product = await program.start();
  expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
  await product.stop();
}

describe(
  "an erasure that a restore would undo, where no ledger was named",
  { timeout: 90_000 },
  () => {
    it("is repeated by a restore after the data folder was lost", async () => {
      const { program, pat, kim } = await aBackedUpProgram();
      await deleteAccount(program, pat);
      await program.loseData();
      const restored = await program.restore();
      expect(restored.code).toBe(0);
      expect(restored.stdout).toContain("Erased again: 1 members");
      const product = await program.start();
      expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
      await product.stop();
      expect((await program.run(["verify"])).code).toBe(0);
    });

    it("is repeated by a start after yesterday's data folder was brought back", async () => {
      const program = await aProgram();
      const { pat, kim } = await withPatAndKim(program);
      const data = program.environment.DATA_DIR;
      const yesterday = join(program.folder, "yesterday");
      await cp(data, yesterday, { recursive: true });
      await deleteAccount(program, pat);
      await program.loseData();
      await cp(yesterday, data, { recursive: true });
      const product = await program.start();
      expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
      await product.stop();
      expect(product.written()).toContain("members were erased again");
      expect((await program.run(["verify"])).code).toBe(0);
    });
  },
);

describe("the ledger of a data folder", () => {
  it("is two files, each with the entries that the other lost", async () => {
    const dataDir = join(await temporaryFolder(), "data");
    await mkdir(dataDir);
    const [inside, beside = ""] = ledgerPaths({ dataDir, erasureLedger: undefined });
    expect([inside, beside]).toEqual([join(dataDir, "erasures"), `${dataDir}.erasures`]);
    const ledger = createErasureLedger(inside, beside);
    await ledger.prepare();
    await ledger.add(["pat"]);
    await rm(inside);
    await ledger.add(["kim"]);
    expect(await ledger.memberIds()).toEqual(new Set(["kim", "pat"]));
    await ledger.prepare();
    expect(await readFile(inside, "utf8")).toBe("kim\npat\n");
    expect(await readFile(beside, "utf8")).toBe("pat\nkim\n");
  });

  it("does without the one beside it, where nothing can be written", async () => {
    const folder = await temporaryFolder();
    const inside = join(folder, "data", "erasures");
    await writeFile(join(folder, "file"), "");
    const ledger = createErasureLedger(inside, join(folder, "file", "data.erasures"));
    await ledger.prepare();
    await ledger.add(["pat"]);
    expect(await readFile(inside, "utf8")).toBe("pat\n");
  });
});
