import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { send } from "../testing/calls.ts";
import { aProgram, logIn, withPatAndKim } from "../testing/program.ts";
import { createErasureLedger, ledgerPaths } from "./erasure-ledger.ts";

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

  it("is read by a start, also where yesterday's data folder was brought back", async () => {
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
