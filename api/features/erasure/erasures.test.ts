import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { register } from "../../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../../events/testing/system.ts";
import { residueOf } from "../../../events/testing/residue.ts";
import { createErasures } from "./erasures.ts";
import { createErasureLedger, type ErasureLedger } from "../../node/erasure-ledger.ts";
import { createTestApp, someone, type TestApp } from "../../testing/app.ts";
import { anImage, savePicture } from "../../testing/pictures.ts";

/** Opens the product on a data folder, with the secrets of `openSystem`. */
const open = (folder: string, ledger?: ErasureLedger) =>
  createTestApp({ beside: { folder, secrets }, ledger });

async function filesOf(folder: string, memberId: string): Promise<string[]> {
  const entries = await readdir(join(folder, "objects"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) =>
    join(entry.parentPath, entry.name)
  ).filter((path) => path.includes(memberId));
}

describe("an erasure", () => {
  it.each([["none", 0], ["some", 1], ["all", Infinity]])(
    "that was interrupted when %s of the files were gone is complete at the next start",
    async (_, removed) => {
      const folder = await temporaryFolder();
      const path = join(folder, "ledger");
      const before = await open(folder, createErasureLedger(path));
      const pat = await before.member();
      await savePicture(pat, await anImage());
      await before.close();
      const files = () => filesOf(folder, pat.memberId);
      expect(await files()).not.toEqual([]);

      const { members, database } = await openSystem(folder);
      await members.execute(pat.memberId, { type: "Erase" }, cause);
      for (const file of (await files()).slice(0, removed)) await rm(file);
      // The database has nothing of them anymore: that was one transaction.
      const residue = await residueOf(database, pat.memberId);
      expect(Object.entries(residue).filter(([, count]) => count > 0)).toEqual([]);
      expect(await readFile(path, "utf8")).toBe("");

      await (await open(folder, createErasureLedger(path))).close();
      expect(await files()).toEqual([]);
      expect(await readFile(path, "utf8")).toBe(`${pat.memberId}\n`);
    },
  );
});

it("removes no files of a member whose key is missing without an erasure", async () => {
  const { members, keys, database } = await openSystem();
  await members.execute("pat", register(), cause);
  await database.write([{ sql: "DELETE FROM member_keys" }]);
  const removed: string[] = [];
  const ledger = createErasureLedger(join(await temporaryFolder(), "erasures"));
  const { completeAll, repeat } = createErasures({
    members,
    keys,
    removeFiles: async (memberId) => void removed.push(memberId),
    ledger,
    log: () => {},
  });
  expect([await completeAll(), await repeat()]).toEqual([0, 0]);
  expect(removed).toEqual([]);
  expect([...await ledger.memberIds()]).toEqual([]);
});

describe("the erasure ledger of the service", () => {
  it("erases members again when an older data folder is restored", async () => {
    const folder = await temporaryFolder();
    const [data, yesterday] = [join(folder, "data"), join(folder, "yesterday")];
    await mkdir(data);
    const path = join(folder, "elsewhere", "erasures");
    const ledger = createErasureLedger(path);
    const before = await open(data, ledger);
    const [pat, kim] = [await before.member(), await before.member()];
    const isKnown = async (app: TestApp, { session }: typeof pat) => {
      const headers = { Cookie: `session=${session()}` };
      return (await app.browser().get("/api/user", { headers })).status === 200;
    };
    await before.close();
    await cp(data, yesterday, { recursive: true });

    const today = await open(data, ledger);
    await today.erase(pat.memberId, { requestId: "leaving" });
    expect(await readFile(path, "utf8")).toBe(`${pat.memberId}\n`);
    await today.close();
    await rm(data, { recursive: true });
    await cp(yesterday, data, { recursive: true });

    const restored = await open(data, ledger);
    expect([await isKnown(restored, kim), await isKnown(restored, pat)]).toEqual([true, false]);
    const login = { username: "member1", password: someone.password };
    expect((await restored.browser().post("/api/login", login)).status).toBe(401);
    // Their names are free again.
    await restored.member();
    await restored.close();
    expect(restored.logged.map(({ level, event }) => [level, event])).toContainEqual(
      ["warning", expect.stringContaining("members were erased again")],
    );
    expect(restored.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("prevents a start when it isn't writable", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    const path = join(folder, "file", "erasures");
    await expect(createErasureLedger(path).prepare()).rejects.toThrow(
      `DATA_DIR: ${path} can't be read and written to`,
    );
    await expect(createErasureLedger(folder).prepare()).rejects.toThrow("DATA_DIR");
  });
});

it("continues a ledger file after a line cut off by a crash", async () => {
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
