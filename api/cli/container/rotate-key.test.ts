import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";
import { takeStep } from "./rotate-key.ts";

/** The secrets that a first start makes, and the data that they open. guide.int.test.ts runs the guide's commands. */
async function givenSecrets() {
  const folder = await temporaryFolder();
  for (const name of ["kek", "claim-key"]) {
    await writeFile(join(folder, name), `${randomBytes(32).toString("base64")}\n`, { mode: 0o400 });
  }
  const read = (name: string) => readFile(join(folder, name), "utf8");
  async function admin(command: string, previous = "") {
    const environment = {
      DATA_DIR: `${folder}/data`,
      KEK_FILE: join(folder, "kek"),
      CLAIM_KEY_FILE: join(folder, "claim-key"),
      KEK_PREVIOUS_FILE: previous && join(folder, previous),
    };
    const { stdout, stderr } = await runAdminHere(command.split(" "), { environment });
    return stdout || stderr;
  }
  return {
    folder,
    first: await read("kek"),
    read,
    admin,
    /** What is in every file. */
    async all() {
      const names = (await readdir(folder)).filter((name) => /^(kek|claim)/.test(name)).sort();
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await read(name)])),
      );
    },
    take: (step: string) => takeStep(step, folder, () => admin("rotate-kek --check")),
  };
}

describe("rotating the key-encryption key", () => {
  it("runs with the permissions that its task gives it", async () => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "rotate-key", "back"],
      env: { NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stderr).trim();
    expect({ code, said }).toEqual({ code: 1, said: "Which step? Use make, swap, remove" });
  });

  it("puts a new key in the place of the old one, also when each step is repeated", async () => {
    const { folder, first, read, admin, all, take } = await givenSecrets();
    await admin("seed --profiles 2 --no-pictures");
    for (const _ of ["once", "again"]) await take("make");
    const next = await read("kek-new");
    expect(await read("kek")).toBe(first);
    expect((await stat(join(folder, "kek-new"))).mode & 0o777).toBe(0o400);
    await expect(take("remove")).rejects.toThrow("The new key isn't in use yet. Do step 2 first.");
    for (const _ of ["once", "again"]) await take("swap");
    expect([await read("kek"), await read("kek-old")]).toEqual([next, first]);
    // With the new key alone nothing opens yet.
    await expect(take("remove")).rejects.toThrow("didn't say that the old key is no longer needed");
    await expect(take("make")).rejects.toThrow(
      "The last rotation isn't finished. Do step 4 first.",
    );
    expect(await admin("rotate-kek", "kek-old")).toMatch(/Encrypted [1-9]\d* keys/);
    expect(await admin("rotate-kek", "kek-old")).toContain("Encrypted 0 keys");
    expect(await admin("rotate-kek --check", "kek-old")).toContain("KEK_PREVIOUS is still set");
    for (const _ of ["once", "again"]) await take("remove");
    expect(Object.keys(await all())).toEqual(["claim-key", "kek"]);
    expect(await read("kek")).toBe(next);
    expect(await admin("verify")).toMatch(/^Everything is in order/);
    await take("make");
    expect([next, first]).not.toContain(await read("kek-new"));
  });

  it("loses nothing when the second step is interrupted, and can be repeated", async () => {
    const { folder, read, all, take, first } = await givenSecrets();
    await take("make");
    const next = await read("kek-new");
    // The current key cannot be written now: as if the machine stopped before that.
    await mkdir(join(folder, "kek.unfinished/in-the-way"), { recursive: true });
    await expect(take("swap")).rejects.toThrow();
    await rm(join(folder, "kek.unfinished"), { recursive: true });
    expect(await all()).toMatchObject({ kek: first, "kek-old": first, "kek-new": next });
    // An unfinished file of an interrupted step does no harm.
    await writeFile(join(folder, "kek.unfinished"), "half", { mode: 0o400 });
    await take("swap");
    const claimKey = await read("claim-key");
    expect(await all())
      .toEqual({ "claim-key": claimKey, kek: next, "kek-old": first, "kek-new": next });
  });

  it.each([
    ["a skipped first step", undefined, "There is no new key. Do step 1 first."],
    ["a damaged new key", "", "kek-new doesn't hold a key of 32 bytes"],
  ])("refuses %s, and loses nothing", async (_, newKey, why) => {
    const { folder, all, take } = await givenSecrets();
    if (newKey !== undefined) await writeFile(join(folder, "kek-new"), newKey);
    const before = await all();
    await expect(take("swap")).rejects.toThrow(why);
    expect(await all()).toEqual(before);
  });
});
