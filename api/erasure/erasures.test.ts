import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, secrets, type System } from "../../events/testing/system.ts";
import { issueReceipt } from "../../events/verify/receipt.ts";
import { verifyReceipt } from "../../events/verify/verify-receipt.ts";
import { createErasures } from "./erasures.ts";
import { createErasureLedger } from "./ledger.ts";
import { addPicture, send, signUp } from "../testing/calls.ts";
import { anImage } from "../testing/pictures.ts";
import { startProduct } from "../testing/process.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";

/** A data folder with one member, who has a picture. Tests share it, since starting the product takes seconds. */
async function prepareMember() {
  const folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  const product = await productForTest(variablesOf(folder));
  const pat = await signUp(product, "pat");
  await addPicture(product, pat, new Uint8Array(await anImage()));
  await product.stop();
  return { folder, id: pat.id };
}
let withPicture: ReturnType<typeof prepareMember> | undefined;
afterAll(async () => {
  const folder = (await withPicture)?.folder;
  for (const path of folder ? [folder, `${folder}.erasures`] : []) {
    await rm(path, { recursive: true, force: true });
  }
});

interface Interrupted {
  readonly system: System;
  /** What the member uploaded, as far as it is still there. */
  readonly files: () => Promise<readonly string[]>;
}

async function filesOf(folder: string, memberId: string): Promise<string[]> {
  const entries = await readdir(join(folder, "objects"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) =>
    join(entry.parentPath, entry.name)
  ).filter((path) => path.includes(memberId));
}

describe("an erasure", () => {
  it.each<[string, (interrupted: Interrupted) => Promise<void>]>([
    ["the log", async () => {}],
    ["the read tables", ({ system }) => system.readModel.catchUp()],
    ["some of the files", async ({ system, files }) => {
      await system.readModel.catchUp();
      await rm((await files())[0] ?? "");
    }],
    ["all files", async ({ system, files }) => {
      await system.readModel.catchUp();
      for (const file of await files()) await rm(file);
    }],
  ])("that was interrupted after %s is finished at the next start", async (_, goOn) => {
    withPicture ??= prepareMember();
    const pat = await withPicture;
    const folder = join(await temporaryFolder(), "data");
    await cp(pat.folder, folder, { recursive: true });
    const { claimKey } = secrets;
    const files = () => filesOf(folder, pat.id);
    expect(await files()).not.toEqual([]);

    const system = await openSystem(folder);
    await system.members.execute(pat.id, { type: "Erase" }, cause);
    await goOn({ system, files });
    const erasure = (await system.log.readStream(pat.id)).at(-1);
    const receipt = erasure && issueReceipt(erasure, claimKey);
    if (receipt === undefined) throw new Error("Nothing was erased");
    const { databases } = system;
    const verdict = () => verifyReceipt({ databases, secret: claimKey }, receipt);
    expect(JSON.stringify(await verdict())).toContain(
      '"No key in the vault is left","isTrue":false',
    );

    const after = await productForTest(variablesOf(folder));
    await after.stop();
    expect(await files()).toEqual([]);
    expect(JSON.stringify(await verdict())).not.toContain('"isTrue":false');
  }, 60_000);
});

it("takes nothing of a member whose key is missing, which is no erasure", async () => {
  const { members, log, vault, databases, readModel } = await openSystem();
  await members.execute("pat", register(), cause);
  await databases.vault.write([{ sql: "DELETE FROM member_keys" }, {
    sql: "INSERT INTO credentials VALUES ('pat', 'hash', 0)",
  }]);
  await readModel.rebuild();
  const removed: string[] = [];
  const ledger = createErasureLedger(join(await temporaryFolder(), "erasures"));
  const { catchUp } = createErasures({
    eventLog: log,
    forgetErased: () => log.forgetErased(),
    table: readModel.members,
    members,
    vault,
    removeFiles: async (memberId) => void removed.push(memberId),
    receiptSecret: new Uint8Array(32),
    ledger,
    log: () => {},
  });
  await catchUp();
  expect(removed).toEqual([]);
  expect([...await ledger.memberIds()]).toEqual([]);
  expect(await vault.memberIds()).toEqual(["pat"]);
});

describe("the erasure ledger of the service", () => {
  it("keeps who was erased from coming back with yesterday's data folder", async () => {
    const folder = await temporaryFolder();
    const environment = {
      DATA_DIR: join(folder, "data"),
      ERASURE_LEDGER: join(folder, "elsewhere", "erasures"),
    };
    const before = await productForTest(environment);
    const pat = await signUp(before, "pat");
    const kim = await signUp(before, "kim");
    await before.stop();
    await cp(environment.DATA_DIR, join(folder, "yesterday"), { recursive: true });

    const today = await productForTest(environment);
    expect((await send(today, "DELETE", "/api/account", { cookie: pat.cookie })).status).toBe(204);
    expect(await readFile(environment.ERASURE_LEDGER, "utf8")).toBe(`${pat.id}\n`);
    await today.stop();
    await rm(environment.DATA_DIR, { recursive: true });
    await cp(join(folder, "yesterday"), environment.DATA_DIR, { recursive: true });

    const restored = await productForTest(environment);
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

  it("stops a start where nothing could be written to it", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    for (const path of [join(folder, "file", "erasures"), folder]) {
      const environment = { DATA_DIR: join(folder, "data"), ERASURE_LEDGER: path };
      await expect(startProduct(environment)).rejects.toThrow(
        `ERASURE_LEDGER: ${path} can't be read and written to`,
      );
    }
  });

  it("does not note members whose key is missing for another reason, as without a vault", async () => {
    const folder = await temporaryFolder();
    const environment = {
      DATA_DIR: join(folder, "data"),
      ERASURE_LEDGER: join(folder, "erasures"),
    };
    const product = await productForTest(environment);
    await signUp(product, "pat");
    await product.stop();
    for (const name of ["vault.db", "read.db"]) await rm(join(environment.DATA_DIR, name));
    await expect(productForTest(environment)).rejects.toThrow("VAULT_URL: the vault");
    expect([...await createErasureLedger(environment.ERASURE_LEDGER).memberIds()]).toEqual([]);
  });
});

it("a ledger in a file goes on after a line that a crash cut off", async () => {
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
