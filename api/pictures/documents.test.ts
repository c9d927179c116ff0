import { describe, expect, it } from "vitest";
import { appForTest } from "../testing/app-for-test.ts";
import { aPdf } from "../testing/pictures.ts";

describe("a PDF that a version before 1.0 stored as it was", () => {
  async function given(bytes: Uint8Array) {
    const app = await appForTest();
    const [jane, john] = [await app.member(), await app.member()];
    const key = `pictures/${jane.memberId}/${crypto.randomUUID()}-0123456789abcdef.pdf`;
    const objectPath = `/objects/${key}`;
    await app.objects.put(key, bytes);
    const cause = { actorId: jane.memberId, correlationId: "test", causationId: "test" };
    await app.members.execute(jane.memberId, { type: "ChangeProfileImage", objectPath }, cause);
    await app.follow();
    const pictureOf = async () => (await (await jane.get("/api/user")).json()).profileImageUrl;
    return { ...app, jane, john, key, objectPath, pictureOf };
  }

  it("is served to nobody, and its first page becomes the picture", async () => {
    const { jane, john, objects, key, objectPath, sweep, pictureOf } = await given(aPdf());
    for (const who of [jane, john]) expect((await who.get(objectPath)).status).toBe(404);
    await sweep();
    expect(await pictureOf()).toMatch(/\.webp$/);
    expect((await jane.get(await pictureOf())).headers.get("Content-Type")).toBe("image/webp");
    expect(await objects.read(key)).toBeUndefined();
    const after = await pictureOf();
    await sweep();
    expect(await pictureOf()).toBe(after);
  });

  it("is no picture anymore when it can't be drawn", async () => {
    const { objects, key, sweep, pictureOf } = await given(aPdf().slice(0, 60));
    await sweep();
    expect(await pictureOf()).toBeNull();
    expect(await objects.read(key)).toBeUndefined();
  });
});
