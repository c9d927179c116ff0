import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { send } from "../testing/calls.ts";
import { aProgram, logIn, withPatAndKim } from "../testing/program.ts";
import { createErasureLedger, ledgerFile } from "./erasure-ledger.ts";

describe("the ledger of a data folder", () => {
  it("has a copy, and each gets the entries that the other lost", async () => {
    const folder = await temporaryFolder();
    const [inside, beside] = [join(folder, "erasures"), join(folder, "beside")];
    const ledger = createErasureLedger(inside, ledgerFile(beside));
    await ledger.prepare();
    await ledger.add(["pat"]);
    await rm(inside);
    await ledger.add(["kim"]);
    expect(await ledger.memberIds()).toEqual(new Set(["kim", "pat"]));
    await ledger.prepare();
    expect(await readFile(inside, "utf8")).toBe("kim\npat\n");
    expect(await readFile(beside, "utf8")).toBe("pat\nkim\n");
  });

  it("works without the copy if that can't be written to, and adds missing entries later", async () => {
    const folder = await temporaryFolder();
    const [inside, beside] = [join(folder, "data", "erasures"), join(folder, "away", "erasures")];
    const ledger = createErasureLedger(inside, ledgerFile(beside));
    await ledger.prepare();
    await ledger.add(["pat"]);
    await ledger.update();
    expect(await readFile(inside, "utf8")).toBe("pat\n");
    await mkdir(join(folder, "away"));
    await ledger.update();
    expect(await readFile(beside, "utf8")).toBe("pat\n");
  });

  it("is read by a start, even if yesterday's data folder was restored", async () => {
    const program = await aProgram();
    const { pat, kim } = await withPatAndKim(program);
    const data = program.environment.DATA_DIR;
    const yesterday = join(program.folder, "yesterday");
    await cp(data, yesterday, { recursive: true });
    const before = await program.start();
    const { cookie } = pat;
    expect((await send(before, "DELETE", "/api/account", { cookie })).status).toBe(204);
    await before.stop();
    await program.loseData();
    await cp(yesterday, data, { recursive: true });
    const product = await program.start();
    expect([await logIn(product, pat), await logIn(product, kim)]).toEqual([401, 200]);
    await product.stop();
    expect(product.written()).toContain("members were erased again");
    expect((await program.run(["verify"])).code).toBe(0);
  }, 90_000);
});
