import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { appForTest, appWithMember } from "../testing/app-for-test.ts";
import { anImage, aPdf, havePicture } from "../testing/pictures.ts";

describe("the path of a picture", () => {
  it("does not tell which file it was made of", async () => {
    const image = await anImage();
    const endOf = (path: string) => path.slice(path.lastIndexOf("-") + 1);
    const here = await appForTest();
    const [jane, john] = [await here.member(), await here.member()];
    const path = await havePicture(jane, image);
    const digest = createHash("sha256").update(image).digest("hex");
    expect(path).not.toContain(digest.slice(0, 8));
    expect(digest).not.toContain(endOf(path).slice(0, 8));
    // Nor that someone else uploaded the same.
    expect(endOf(await havePicture(john, image))).not.toBe(endOf(path));
  });

  it("from before it was made under a key is still where the picture is", async () => {
    const { app: { members, objects, follow }, member: jane } = await appWithMember();
    const pictureId = `${crypto.randomUUID()}-0123456789abcdef`;
    const objectPath = `/objects/pictures/${jane.memberId}/${pictureId}.webp`;
    await objects.put(objectPath.slice("/objects/".length), new Uint8Array(1));
    const cause = { actorId: jane.memberId, correlationId: "test", causationId: "test" };
    await members.execute(jane.memberId, { type: "ChangeProfileImage", objectPath }, cause);
    await follow();
    expect((await jane.get(objectPath)).status).toBe(200);
    await havePicture(jane);
    expect((await jane.get(objectPath)).status).toBe(404);
    expect(await objects.read(objectPath.slice("/objects/".length))).toBeUndefined();
  });
});

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

  it("is served to no one, and its first page becomes the picture", async () => {
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
