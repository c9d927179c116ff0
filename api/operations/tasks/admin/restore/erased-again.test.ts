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

/** Erases someone, and returns the receipt that they were given. */
async function receiptOf(program: Program, { cookie }: SignedUp): Promise<string> {
  const product = await program.start();
  const deleted = await send(product, "DELETE", "/api/account", { cookie });
  expect(deleted.status).toBe(204);
  await product.stop();
  return deleted.headers.get("Erasure-Receipt") ?? "";
}

const receipts = (text: string) => text.match(/erasure1_[\w:.-]+/g) ?? [];

/** That the first receipt says what happened, and the new one is as good as it was. */
async function expectRepeated(program: Program, first: string, again: string | undefined) {
  const told = await program.run(["verify", "--receipt", first]);
  expect({ code: told.code, stderr: told.stderr }).toEqual({ code: 0, stderr: "" });
  expect(told.stdout).toMatch(/yes {2}The erasure was repeated at position \d+, at /);
  expect(told.stdout).not.toContain("NO ");
  expect(receipts(told.stdout)).toEqual([again]);
  expect(again).not.toBe(first);
  const confirmed = await program.run(["verify", "--receipt", again ?? ""]);
  expect(confirmed.code).toBe(0);
  expect(confirmed.stdout).toContain("yes  The erasure is in the log at position");
}

describe(
  "an erasure that a restore would undo, where no ledger was named",
  { timeout: 90_000 },
  () => {
    it("is repeated by a restore after the data folder was lost, with a receipt again", async () => {
      const { program, pat, kim } = await aBackedUpProgram();
      const first = await receiptOf(program, pat);
      await program.loseData();
      const restored = await program.restore();
      expect(restored.code).toBe(0);
      expect(restored.stdout).toContain("Erased again: 1 members");
      const [again] = receipts(restored.stdout);
      const product = await program.start();
      expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
      await product.stop();
      await expectRepeated(program, first, again);
    });

    it("is repeated by a start after yesterday's data folder was brought back", async () => {
      const program = await aProgram();
      const { pat, kim } = await withPatAndKim(program);
      const data = program.environment.DATA_DIR;
      const yesterday = join(program.folder, "yesterday");
      await cp(data, yesterday, { recursive: true });
      const first = await receiptOf(program, pat);
      await program.loseData();
      await cp(yesterday, data, { recursive: true });
      const product = await program.start();
      expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
      await product.stop();
      await expectRepeated(program, first, receipts(product.written())[0]);
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
