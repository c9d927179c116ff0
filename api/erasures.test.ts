import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { createErasureLedger } from "./erasure-ledger.ts";
import { send, signUp } from "./testing/calls.ts";
import { startProduct } from "./testing/process.ts";

async function start(environment: { readonly DATA_DIR: string; readonly ERASURE_LEDGER: string }) {
  const product = await startProduct(environment);
  onTestFinished(() => product.stop("SIGKILL"));
  return product;
}

describe("the erasure ledger of the service", () => {
  it("keeps who was erased from coming back with yesterday's data folder", async () => {
    const folder = await temporaryFolder();
    const environment = {
      DATA_DIR: join(folder, "data"),
      ERASURE_LEDGER: join(folder, "elsewhere", "erasures"),
    };
    const before = await start(environment);
    const pat = await signUp(before, "pat");
    const kim = await signUp(before, "kim");
    await before.stop();
    await cp(environment.DATA_DIR, join(folder, "yesterday"), { recursive: true });

    const today = await start(environment);
    expect((await send(today, "DELETE", "/api/account", { cookie: pat.cookie })).status).toBe(204);
    expect(await readFile(environment.ERASURE_LEDGER, "utf8")).toBe(`${pat.id}\n`);
    await today.stop();
    await rm(environment.DATA_DIR, { recursive: true });
    await cp(join(folder, "yesterday"), environment.DATA_DIR, { recursive: true });

    const restored = await start(environment);
    const { cookie } = kim;
    expect((await send(restored, "GET", "/api/user", { cookie })).status).toBe(200);
    expect((await send(restored, "GET", "/api/user", { cookie: pat.cookie })).status).toBe(401);
    const login = { body: { username: "pat", password: "a long password" } };
    expect((await send(restored, "POST", "/api/login", login)).status).toBe(401);
    expect(restored.written()).toContain("members were erased again");
    // Their names are free again.
    await signUp(restored, "pat");
    await restored.stop();
    expect(restored.written()).not.toContain('"level":"error"');
  });

  it("takes nobody in whose key is missing only, such as beside an empty vault", async () => {
    const folder = await temporaryFolder();
    const environment = {
      DATA_DIR: join(folder, "data"),
      ERASURE_LEDGER: join(folder, "erasures"),
    };
    const product = await start(environment);
    await signUp(product, "pat");
    await product.stop();
    for (const name of ["vault.db", "read.db"]) await rm(join(environment.DATA_DIR, name));
    const beside = await start(environment);
    await beside.stop();
    expect([...await createErasureLedger(environment.ERASURE_LEDGER).memberIds()]).toEqual([]);
  });
});

describe("a ledger in a file", () => {
  it("goes on after a line that a crash cut off", async () => {
    const path = join(await temporaryFolder(), "made", "erasures");
    const ledger = createErasureLedger(path);
    expect([...await ledger.memberIds()]).toEqual([]);
    await ledger.add(["one", "two"]);
    await ledger.add(["two"]);
    expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
    await writeFile(path, "one\ntwo\nthr");
    await ledger.add(["three"]);
    expect([...await ledger.memberIds()]).toEqual(["one", "two", "thr", "three"]);
  });
});
