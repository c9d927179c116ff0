import { describe, expect, it } from "vitest";
import { AnswerCache } from "./answer-cache.ts";
import { shownTo } from "./shown-to.ts";

const cadet = shownTo({ role: "cadet", admission: null, isCadreConfirmed: false });
const stranger = shownTo(undefined);

/** A cache with a version that tests can set, and a count of computed answers. */
function given(maxBytes?: number) {
  const tables: { version: string | undefined } = { version: "1" };
  const cache = new AnswerCache(() => tables.version, maxBytes);
  let made = 0;
  const read = async (address: string, shown = cadet, byteLength = 1) =>
    (await cache.read({ shown, address }, () => ({ byteLength, made: ++made }))).made;
  return { tables, cache, read };
}

describe("the cache of answers", () => {
  it("has one answer for each version of the tables, audience and address", async () => {
    const { tables, read } = given();
    expect([await read("/a"), await read("/a"), await read("/b")]).toEqual([1, 1, 2]);
    expect([await read("/a", stranger), await read("/a", stranger)]).toEqual([3, 3]);
    tables.version = "2";
    expect([await read("/a"), await read("/a", stranger)]).toEqual([4, 5]);
    tables.version = "1";
    expect(await read("/a")).toBe(6);
  });

  it("is emptied and disabled while the version is unknown", async () => {
    const { tables, cache, read } = given();
    await read("/a");
    tables.version = undefined;
    expect([await read("/a"), await read("/a")]).toEqual([2, 3]);
    expect(cache.contents()).toEqual([]);
    tables.version = "1";
    expect(await read("/a")).toBe(4);
  });

  it.each(["2", undefined])(
    "stores nothing computed before version %s",
    async (version) => {
      const { tables, cache } = given();
      await cache.read({ shown: cadet, address: "/a" }, async () => {
        await Promise.resolve();
        tables.version = version;
        return { byteLength: 1 };
      });
      expect(cache.contents()).toEqual([]);
    },
  );

  it("caches no failed answer", async () => {
    const { cache, read } = given();
    const fails = () => Promise.reject(new Error("away"));
    await expect(cache.read({ shown: cadet, address: "/a" }, fails)).rejects.toThrow("away");
    expect(await read("/a")).toBe(1);
  });

  it("is bounded, and evicts the least recently used answers", async () => {
    const { cache, read } = given(12_000);
    for (let at = 0; at < 10; at++) await read(`${at}`, cadet, 1000);
    expect(await read("0", cadet, 1000)).toBe(1);
    await read("10", cadet, 1000);
    expect(await read("0", cadet, 1000)).toBe(1);
    expect(await read("1", cadet, 1000)).toBe(12);
    const count = cache.contents().length;
    expect(count).toBeLessThan(12);
    await read("large", cadet, 2000);
    expect(cache.contents().length).toBe(count);
  });
});
