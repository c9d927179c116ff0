import { describe, expect, it } from "vitest";
import { createJsonAnswer } from "./json-answer.ts";
import { cacheOfBytes, createPublicJson } from "./public-json.ts";
import { someProfile, type TestApp } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";

/** Jane, whose answers are cached, and someone who has just read them. */
async function given() {
  const app = await appForTest();
  const jane = await app.member({ firstName: "Zebulon" });
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

/** Cache contents, as text. */
function cached({ publicJson: { profiles, answers } }: TestApp): string {
  const decoder = new TextDecoder();
  return [...profiles.values(), ...[...answers.values()].map(({ bytes }) => decoder.decode(bytes))]
    .join();
}

describe("cached JSON", () => {
  it("has nothing of a profile once it is hidden", async () => {
    const { app, jane, read } = await given();
    await jane.patch("/api/profile", { isVisible: false });
    expect(cached(app)).not.toContain("Ze");
    expect(await read()).not.toContain("Ze");
    expect(cached(app)).not.toContain("Ze");
  });

  it("has nothing of a field once it is not shared", async () => {
    const { app, jane, read } = await given();
    await jane.patch("/api/profile", { sharedFields: { location: false } });
    expect(cached(app)).not.toContain("Zanzibar");
    expect(await read()).toContain("Zebulon");
    expect(await read()).not.toContain("Zanzibar");
    expect(cached(app)).not.toContain("Zanzibar");
  });

  it("has nothing of a member once they are erased, nor of a deleted profile", async () => {
    for (const path of ["/api/account", "/api/profile"]) {
      const { app, jane, read } = await given();
      expect((await jane.delete(path)).status).toBe(204);
      expect(cached(app)).not.toContain("Ze");
      expect(await read()).not.toContain("Ze");
      expect(cached(app)).not.toContain("Ze");
    }
  });

  it("is not used while another process is ahead in the read tables", async () => {
    const { app, jane, read } = await given();
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
    const { app, read } = await given();
    const fromCache = await read();
    app.publicJson.answers.clear();
    app.publicJson.profiles.clear();
    expect(await read()).toBe(fromCache);
  });

  it("takes in nothing that was made before a change", () => {
    const json = createPublicJson({
      tablesVersion: () => ({ position: 1, generation: 0 }),
      followed: () => 1,
      mayCacheAnswers: true,
    });
    const before = json.open();
    json.forget(["jane"]);
    before.addProfile("jane", "old");
    before.addAnswer("everyone", createJsonAnswer("[]"));
    expect(json.open().profile("jane")).toBeUndefined();
    expect(json.open().answer("everyone")).toBeUndefined();
  });
});

describe("the cache", () => {
  it("is bounded, and what was not used for longest goes first", () => {
    const texts = cacheOfBytes<string>(12_000, (text) => text.length);
    for (let at = 0; at < 10; at++) texts.set(`${at}`, "x".repeat(1000));
    expect(texts.get("0")).toBeDefined();
    texts.set("10", "x".repeat(1000));
    expect(texts.get("0")).toBeDefined();
    expect(texts.get("1")).toBeUndefined();
    expect(texts.calculatedSize).toBeLessThanOrEqual(12_000);
    texts.set("large", "x".repeat(2000));
    expect(texts.get("large")).toBeUndefined();
    texts.clear();
    expect(texts.calculatedSize).toBe(0);
  });
});
