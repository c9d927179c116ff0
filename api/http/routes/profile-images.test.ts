import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { ObjectsUnavailable } from "../../objects/object-store.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";
import { type Browser, someProfile } from "../../testing/app.ts";
import { anImage, aPdf, aPhoto, havePicture, keysIn, upload } from "../../testing/pictures.ts";

const bytesAt = async (viewer: Browser, path: string) =>
  new Uint8Array(await (await viewer.get(path)).arrayBuffer());

describe("PUT /api/profile-images", () => {
  it("uses an upload as the picture, with or without the query of its address", async () => {
    const { member: jane } = await appWithMember();
    for (const withQuery of [true, false]) {
      const address = await upload(jane, await anImage());
      const profileImageURL = withQuery ? address : address.split("?")[0];
      const answer = await answerOf(await jane.put("/api/profile-images", { profileImageURL }));
      const objectPath = expect.stringMatching(/^\/objects\/pictures\/[\w-]+\/[\w-]+\.webp$/);
      expect(answer).toEqual({ status: 200, body: { objectPath } });
      const { profileImageUrl } = await (await jane.get("/api/user")).json();
      expect(answer.body).toEqual({ objectPath: profileImageUrl });
    }
  });

  it.each(["jpeg", "png", "gif", "webp"] as const)(
    "redraws a %s as squares",
    async (format) => {
      const { member: jane } = await appWithMember();
      const path = await havePicture(jane, await anImage({ width: 700, height: 500, format }));
      const sizes = [[path, 512], [path.replace(".webp", ".small.webp"), 96]] as const;
      for (const [at, edge] of sizes) {
        const answer = await jane.get(at);
        expect(answer.headers.get("Content-Type")).toBe("image/webp");
        const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
        expect({ width, height, format }).toEqual({ width: edge, height: edge, format: "webp" });
      }
    },
  );

  it("removes a photo's location and camera, and rotates it upright", async () => {
    const { member: jane } = await appWithMember();
    const photo = await aPhoto();
    const before = await sharp(photo).metadata();
    expect(before.exif?.includes("Jane Doe")).toBe(true);
    expect(before.orientation).toBe(6);
    const path = await havePicture(jane, photo);
    const picture = await bytesAt(jane, path);
    const { exif, xmp, iptc, icc, orientation } = await sharp(picture).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(Buffer.from(picture).includes("Jane Doe")).toBe(false);
    const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
    const at = (x: number) => [...pixels.subarray(3 * (256 * 512 + x)).subarray(0, 3)];
    const [red = [], blue = []] = [at(100), at(400)];
    expect(red[0]).toBeGreaterThan(200);
    expect(blue[2]).toBeGreaterThan(200);
  });

  it.each([
    ["the top of a high picture, where a face is", 300, 900, "top"],
    ["the middle of a wide one", 900, 300, "left and right"],
  ])("shows %s", async (_, width, height, cutOff) => {
    const { member: jane } = await appWithMember();
    // Blue with a green square at the top center.
    const face = { create: { width: 300, height: 300, channels: 3, background: "#0f0" } } as const;
    const photo = await sharp({ create: { ...face.create, width, height, background: "#00f" } })
      .composite([{ input: await sharp(face).png().toBuffer(), gravity: "north" }]).png()
      .toBuffer();
    const path = await havePicture(jane, new Uint8Array(photo));
    const { channels: [, green, blue] } = await sharp(await bytesAt(jane, path)).stats();
    expect(green?.mean, `only ${cutOff} is cut off`).toBeGreaterThan(250);
    expect(blue?.mean).toBeLessThan(5);
  });

  it("draws the first page of a PDF, and stores nothing else of it", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    const path = await havePicture(jane, aPdf("/Title (Jane of Fort Worth)"));
    const answer = await jane.get(path);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    const image = sharp(new Uint8Array(await answer.arrayBuffer()));
    expect(await image.metadata()).toMatchObject({ width: 512, height: 512 });
    const [red, green] = (await image.stats()).channels;
    expect(red?.min).toBeGreaterThan(250);
    expect(green?.max).toBeLessThan(5);
    for await (const { key } of objects.list("")) {
      const stored = await objects.read(key);
      expect(await new Response(stored?.body).text()).not.toMatch(/PDF|Fort Worth/);
    }
  });

  it("is refused for another member's upload, which is kept", async () => {
    const { member } = await appForTest();
    const [jane, john] = [await member(), await member()];
    const profileImageURL = await upload(jane, await anImage());
    expect(await answerOf(await john.put("/api/profile-images", { profileImageURL })))
      .toEqual(withMessage(403, "This upload belongs to another account"));
    expect((await jane.put("/api/profile-images", { profileImageURL })).status).toBe(200);
  });

  it.each([
    "https://elsewhere.example/objects/uploads/a/b",
    "/objects/pictures/a/b.webp",
    "javascript:alert(1)",
    "",
    "../../etc/passwd",
  ])("is refused for %j, which isn't an upload", async (profileImageURL) => {
    const { member } = await appForTest();
    const answer = await (await member()).put("/api/profile-images", { profileImageURL });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("fields.profileImageURL");
  });

  it("reports that nothing was uploaded", async () => {
    const { member: jane } = await appWithMember();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    expect(await answerOf(await jane.put("/api/profile-images", { profileImageURL: uploadURL })))
      .toEqual(withMessage(404, "This upload has expired. Upload the file again."));
  });

  it("keeps one of several pictures saved at once", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    await jane.post("/api/profile", someProfile);
    const uploads = await Promise.all([1, 2, 3].map(async () => upload(jane, await anImage())));
    const answers = await Promise.all(
      uploads.map((profileImageURL) => jane.put("/api/profile-images", { profileImageURL })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { profileImageUrl } = await (await jane.get("/api/user")).json();
    expect((await jane.get(profileImageUrl)).status).toBe(200);
    const stored = [profileImageUrl.replace(".webp", ".small.webp"), profileImageUrl];
    expect((await keysIn(objects)).map((key) => `/objects/${key}`).sort()).toEqual(stored);
  });

  it.each(
    [
      ["the picture is not written", "put", 1],
      ["only the larger one is written", "put", 2],
      ["what was uploaded is not removed", "remove", 1],
    ] as const,
  )(
    "can be requested again if the store fails and %s",
    async (_, call, times) => {
      const { app: { objects }, member: jane } = await appWithMember();
      const profileImageURL = await upload(jane, await anImage());
      const original = objects[call].bind(objects) as () => Promise<void>;
      const spy = vi.spyOn(objects, call);
      for (let time = 1; time < times; time++) spy.mockImplementationOnce(original);
      spy.mockRejectedValueOnce(new ObjectsUnavailable("The store is away"));
      expect(await answerOf(await jane.put("/api/profile-images", { profileImageURL }))).toEqual(
        withMessage(503, "Pictures aren't available right now. Try again in a moment."),
      );
      const again = await jane.put("/api/profile-images", { profileImageURL });
      expect(again.status).toBe(200);
      const { objectPath } = await again.json();
      expect((await (await jane.get("/api/user")).json()).profileImageUrl).toBe(objectPath);
      for (const path of [objectPath, objectPath.replace(".webp", ".small.webp")]) {
        expect((await jane.get(path)).status).toBe(200);
      }
      expect(await keysIn(objects, ["uploads/"])).toEqual([]);
    },
  );

  it("saves a double click once", async () => {
    const { member: jane } = await appWithMember();
    const profileImageURL = await upload(jane, await anImage());
    const [one, two] = await Promise.all(
      [1, 2].map(async () =>
        await answerOf(await jane.put("/api/profile-images", { profileImageURL }))
      ),
    );
    expect(one?.status).toBe(200);
    expect(two).toEqual(one);
  });

  it("doesn't log the picture's owner", async () => {
    const { app: { logged }, member: jane } = await appWithMember();
    const before = logged.length;
    await jane.get(await havePicture(jane));
    expect(logged.length).toBeGreaterThan(before);
    expect(JSON.stringify(logged.slice(before))).not.toContain(jane.memberId);
  });
});

describe("DELETE /api/profile-images", () => {
  it("is complete once its event is stored; the sweep removes the files once the store is available", async () => {
    const { member, objects, logged, sweep } = await appForTest({
      now: () => new Date(Date.now() + 2 * 60 * 60 * 1000),
    });
    const jane = await member();
    const path = await havePicture(jane);
    vi.spyOn(objects, "remove").mockRejectedValueOnce(new ObjectsUnavailable("The store is away"));
    expect((await jane.delete("/api/profile-images")).status).toBe(204);
    expect((await jane.get(path)).status).toBe(404);
    expect(logged.map(({ event }) => event)).toContain(
      "removing a replaced picture failed; will try again",
    );
    expect(await Array.fromAsync(objects.list("pictures/"))).toHaveLength(2);
    await sweep();
    expect(await Array.fromAsync(objects.list("pictures/"))).toEqual([]);
  });

  it("removes the picture at once for everyone", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    const path = await havePicture(jane);
    for (let times = 0; times < 2; times++) {
      expect(await answerOf(await jane.delete("/api/profile-images")))
        .toEqual({ status: 204, body: null });
    }
    expect((await jane.get(path)).status).toBe(404);
    expect((await (await jane.get("/api/user")).json()).profileImageUrl).toBeNull();
    expect(await keysIn(objects)).toEqual([]);
  });
});
