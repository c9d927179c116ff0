import { describe, expect, it } from "vitest";
import { someProfile, type TestApp } from "../testing/app.ts";
import { appWithMember } from "../testing/app-for-test.ts";
import { AnswerCache } from "./answer-cache.ts";
import { JsonAnswer } from "./json-answer.ts";
import { shownTo } from "./shown-to.ts";

const cadet = shownTo({ role: "cadet", admission: null, isCadreConfirmed: false });
const stranger = shownTo(undefined);

/** A cache of which the version can be set, and that says how often an answer was made. */
function given(maxBytes?: number) {
  const tables: { version: string | undefined } = { version: "1" };
  const cache = new AnswerCache(() => tables.version, maxBytes);
  let made = 0;
  const read = async (address: string, shown = cadet, byteLength = 1) =>
    (await cache.read({ shown, address }, () => ({ byteLength, made: ++made }))).made;
  return { tables, cache, read };
}

describe("the cache of answers", () => {
  it("has one for each version of the tables, what is shown, and address", async () => {
    const { tables, read } = given();
    expect([await read("/a"), await read("/a"), await read("/b")]).toEqual([1, 1, 2]);
    expect([await read("/a", stranger), await read("/a", stranger)]).toEqual([3, 3]);
    tables.version = "2";
    expect([await read("/a"), await read("/a", stranger)]).toEqual([4, 5]);
    tables.version = "1";
    expect(await read("/a")).toBe(6);
  });

  it("keeps nothing while the version is unknown, nor what was there before", async () => {
    const { tables, cache, read } = given();
    await read("/a");
    tables.version = undefined;
    expect([await read("/a"), await read("/a")]).toEqual([2, 3]);
    expect(cache.contents()).toEqual([]);
    tables.version = "1";
    expect(await read("/a")).toBe(4);
  });

  it.each(["2", undefined])(
    "takes in nothing that was begun before version %s",
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

  it("keeps nothing of what could not be made", async () => {
    const { cache, read } = given();
    const fails = () => Promise.reject(new Error("away"));
    await expect(cache.read({ shown: cadet, address: "/a" }, fails)).rejects.toThrow("away");
    expect(await read("/a")).toBe(1);
  });

  it("is bounded, and what was not used for longest goes first", async () => {
    const { cache, read } = given(12_000);
    for (let at = 0; at < 10; at++) await read(`${at}`, cadet, 1000);
    expect(await read("0", cadet, 1000)).toBe(1);
    await read("10", cadet, 1000);
    expect(await read("0", cadet, 1000)).toBe(1);
    expect(await read("1", cadet, 1000)).toBe(12);
    expect(cache.byteLength).toBeLessThanOrEqual(12_000);
    const count = cache.contents().length;
    await read("large", cadet, 2000);
    expect(cache.contents().length).toBe(count);
  });
});

/** Jane, whose answers are cached, and someone who has just read them. */
async function givenJane() {
  const { app, member: jane } = await appWithMember(undefined, { firstName: "Zebulon" });
  const profile = { ...someProfile, location: "Zanzibar", bio: "Zither" };
  expect((await jane.post("/api/profile", profile)).status).toBe(201);
  const reader = await app.member();
  const read = async () =>
    await (await reader.get("/api/directory?search=zebulon")).text() +
    await (await reader.get("/api/directory")).text() +
    await (await reader.get("/api/profiles")).text();
  await read();
  expect(await read()).toContain("Zanzibar");
  expect(cached(app)).toContain("Zanzibar");
  return { app, jane, read };
}

/** What is in the cache, as text. */
function cached({ answers }: TestApp): string {
  const decoder = new TextDecoder();
  return answers.contents().map(([key, answer]) =>
    key + (answer instanceof JsonAnswer ? decoder.decode(answer.bytes) : "")
  ).join();
}

describe("cached JSON", () => {
  it("has nothing of a profile once it is hidden", async () => {
    const { app, jane, read } = await givenJane();
    await jane.patch("/api/profile", { isVisible: false });
    expect(cached(app)).not.toContain("Ze");
    expect(await read()).not.toContain("Ze");
    expect(cached(app)).not.toContain("Ze");
  });

  it("has nothing of a field once it is not shared", async () => {
    const { app, jane, read } = await givenJane();
    await jane.patch("/api/profile", { sharedFields: { location: false } });
    expect(cached(app)).not.toContain("Zanzibar");
    expect(await read()).toContain("Zebulon");
    expect(await read()).not.toContain("Zanzibar");
    expect(cached(app)).not.toContain("Zanzibar");
  });

  it("has nothing of a member once they are erased, nor of a deleted profile", async () => {
    for (const path of ["/api/account", "/api/profile"]) {
      const { app, jane, read } = await givenJane();
      expect((await jane.delete(path)).status).toBe(204);
      expect(cached(app)).not.toContain("Ze");
      expect(await read()).not.toContain("Ze");
      expect(cached(app)).not.toContain("Ze");
    }
  });

  it("is not used while another process is ahead in the read tables", async () => {
    const { app, jane, read } = await givenJane();
    // As another process would: the event and the read tables, but not this process's index.
    const cause = { actorId: "test", correlationId: "test", causationId: "test" };
    const hide = { type: "ChangeProfile", fields: {}, isVisible: false } as const;
    await app.members.execute(jane.memberId, hide, cause);
    await app.readModel.catchUp();
    expect(await read()).not.toContain("Zebulon");
    await app.follow();
    expect(cached(app)).not.toContain("Ze");
  });

  it("answers the same from the cache as without it", async () => {
    const { app, read } = await givenJane();
    const fromCache = await read();
    app.answers.forget();
    expect(await read()).toBe(fromCache);
  });
});
