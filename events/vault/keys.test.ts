import { describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { newKey, open, seal } from "./seal.ts";
import { openVault } from "./vault.ts";

const text = new TextEncoder().encode("A secret");

describe("sealing", () => {
  it("opens with the same key and context only", () => {
    const key = newKey();
    const sealed = seal(key, "one", text);
    expect(open(key, "one", sealed)).toEqual(text);
    expect(() => open(newKey(), "one", sealed)).toThrow();
    expect(() => open(key, "two", sealed)).toThrow();
  });

  it("notices a changed byte, wherever it is", () => {
    const key = newKey();
    const sealed = seal(key, "one", text);
    sealed.forEach((byte, index) => {
      const changed = sealed.slice();
      changed[index] = byte ^ 1;
      expect(() => open(key, "one", changed)).toThrow();
    });
  });

  it("never gives the same bytes twice", () => {
    const key = newKey();
    expect(seal(key, "one", text)).not.toEqual(seal(key, "one", text));
  });
});

describe("member keys", () => {
  it("are made once and stay the same, also when asked for at once", async () => {
    const { keys } = await openVault({ database: await temporaryDatabase(), kek: newKey() });
    const [one, two] = await Promise.all([keys.ensure(["a", "b"]), keys.ensure(["a"])]);
    expect(one.get("a")).toEqual(two.get("a"));
    expect(one.get("a")).not.toEqual(one.get("b"));
    expect(await keys.load(["a", "nobody"])).toEqual(new Map([["a", one.get("a")]]));
  });

  it("stand in the database under the key-encryption key, which has to be the same again", async () => {
    const database = await temporaryDatabase();
    const { keys } = await openVault({ database, kek: newKey() });
    await keys.ensure(["a"]);
    const other = await openVault({ database, kek: newKey() });
    await expect(other.keys.load(["a"])).rejects.toThrow("check KEK_FILE");
  });

  it("can be wrapped anew, while the old key-encryption key is still known", async () => {
    const database = await temporaryDatabase();
    const [oldKek, newKek] = [newKey(), newKey()];
    const before = await (await openVault({ database, kek: oldKek })).keys.ensure(["a", "b"]);
    const both = await openVault({ database, kek: newKek, previousKek: oldKek });
    expect(await both.keys.load(["a", "b"])).toEqual(before);
    await both.keys.ensure(["c"]);
    expect(await both.keys.rewrap()).toBe(2);
    expect(await both.keys.rewrap()).toBe(0);
    const after = await openVault({ database, kek: newKek });
    expect(await after.keys.load(["a", "b"])).toEqual(before);
    const late = await openVault({ database, kek: oldKek });
    await expect(late.keys.load(["a"])).rejects.toThrow("check KEK_FILE");
  });
});
