import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { holdLock } from "../../events/testing/hold-lock.ts";
import { answerOf, appForTest } from "../testing/app-for-test.ts";
import { type Browser, someProfile, testOrigin } from "../testing/app.ts";
import { anImage, aPdf, aPhoto, havePicture, savePicture, upload } from "../testing/pictures.ts";

const text = (content: string) => new TextEncoder().encode(content);
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const bytesAt = async (viewer: Browser, path: string) =>
  new Uint8Array(await (await viewer.get(path)).arrayBuffer());

describe("POST /api/objects/upload", () => {
  it("answers with an address of this site", async () => {
    const { member } = await appForTest();
    const { status, body } = await answerOf(await (await member()).post("/api/objects/upload"));
    expect(status).toBe(200);
    expect(body).toEqual({ uploadURL: expect.stringMatching(`^${testOrigin}/objects/uploads/`) });
  });

  it("is for members", async () => {
    const { browser } = await appForTest();
    expect(await answerOf(await browser().post("/api/objects/upload")))
      .toEqual({ status: 401, body: { message: "Not authenticated" } });
  });

  it("is refused after too many", async () => {
    const { member } = await appForTest({ limits: { uploadsPerMember: 2 } });
    const jane = await member();
    for (const status of [200, 200, 429]) {
      expect((await jane.post("/api/objects/upload")).status).toBe(status);
    }
    expect((await (await member()).post("/api/objects/upload")).status).toBe(200);
  });
});

describe("PUT to an upload address", () => {
  it("works once", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    expect((await jane.sendFile(uploadURL, await anImage())).status).toBe(200);
    expect(await answerOf(await jane.sendFile(uploadURL, await anImage()))).toEqual({
      status: 409,
      body: { message: "Something was uploaded to this address already, please start again" },
    });
  });

  it("is refused when the address is over, or made up", async () => {
    let at = Date.now();
    const { member } = await appForTest({ now: () => new Date(at) });
    const jane = await member();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    const forged = uploadURL.replace(/signature=.{4}/, "signature=AAAA");
    const none = uploadURL.split("?")[0];
    for (const address of [forged, none]) {
      expect((await answerOf(await jane.sendFile(address, await anImage()))).body)
        .toEqual({ message: "This is not the address of an upload" });
    }
    at += 11 * 60 * 1000;
    expect(await answerOf(await jane.sendFile(uploadURL, await anImage()))).toEqual({
      status: 403,
      body: { message: "The time for this upload is over, please start again" },
    });
  });

  it("stops at 10 MB, also when the length that was said is a lie", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    const tooLarge = { status: 413, body: { message: "The file is larger than 10 MB" } };
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    expect(await answerOf(await jane.sendFile(uploadURL, endless, { "Content-Length": "100" })))
      .toEqual(tooLarge);
    expect(sent).toBeLessThan(20_000_000);
    expect(await answerOf(await jane.sendFile(uploadURL, new Uint8Array(10_485_761))))
      .toEqual(tooLarge);
    expect((await jane.put("/api/profile-images", { profileImageURL: uploadURL })).status)
      .toBe(404);
    expect((await jane.sendFile(uploadURL, await anImage())).status).toBe(200);
  });

  it("shows nobody what was uploaded", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const uploadURL = await upload(jane, await anImage());
    expect((await jane.get(uploadURL)).status).toBe(404);
  });
});

describe("PUT /api/profile-images", () => {
  it("makes an upload the picture, with or without the query of its address", async () => {
    const { member } = await appForTest();
    const jane = await member();
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

  it("is kept when it is recorded, and cannot be answered for", async () => {
    const { member, databases, follow } = await appForTest();
    const jane = await member();
    const profileImageURL = await upload(jane, await anImage());
    const [main] = await databases.read.read("PRAGMA database_list");
    const lock = await holdLock(String(main?.file));
    expect((await jane.put("/api/profile-images", { profileImageURL })).status).toBe(503);
    await lock.release();
    await follow();
    const { profileImageUrl } = await (await jane.get("/api/user")).json();
    expect((await jane.get(profileImageUrl)).status).toBe(200);
  });

  it("answers the same when it is asked again", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const profileImageURL = await upload(jane, await anImage());
    const first = await answerOf(await jane.put("/api/profile-images", { profileImageURL }));
    expect(await answerOf(await jane.put("/api/profile-images", { profileImageURL })))
      .toEqual(first);
  });

  it.each(["jpeg", "png", "gif", "webp"] as const)(
    "draws a %s anew, as squares",
    async (format) => {
      const { member } = await appForTest();
      const jane = await member();
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

  it("keeps neither place nor camera of a photo, and turns it the right way up", async () => {
    const { member } = await appForTest();
    const jane = await member();
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

  it("keeps a PDF as a download", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const path = await havePicture(jane, aPdf());
    expect(path).toMatch(/\.pdf$/);
    const answer = await jane.get(path);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="profile.pdf"');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(aPdf());
  });

  it("is refused for another's upload, which stays theirs", async () => {
    const { member } = await appForTest();
    const [jane, john] = [await member(), await member()];
    const profileImageURL = await upload(jane, await anImage());
    expect(await answerOf(await john.put("/api/profile-images", { profileImageURL })))
      .toEqual({ status: 403, body: { message: "This upload is not yours" } });
    expect((await jane.put("/api/profile-images", { profileImageURL })).status).toBe(200);
  });

  it.each([
    "https://elsewhere.example/objects/uploads/a/b",
    "/objects/pictures/a/b.webp",
    "javascript:alert(1)",
    "",
    "../../etc/passwd",
  ])("is refused for %j, which is no upload", async (profileImageURL) => {
    const { member } = await appForTest();
    const answer = await (await member()).put("/api/profile-images", { profileImageURL });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("fields.profileImageURL");
  });

  it("says when nothing was uploaded", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    expect(await answerOf(await jane.put("/api/profile-images", { profileImageURL: uploadURL })))
      .toEqual({
        status: 404,
        body: { message: "There is no such upload any more, please upload the file again" },
      });
  });

  const otherType = "The file must be a JPEG, PNG, GIF or WebP image, or a PDF";
  const twoKinds = "The file is more than one kind of file at once, which is not accepted";
  const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const zip = join(text("PK\x05\x06"), new Uint8Array(18));
  it.each([
    ["an SVG", () => text("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, otherType],
    ["a page", () => text("<!doctype html><script>alert(1)</script>"), 415, otherType],
    ["a text", () => text("hello"), 415, otherType],
    ["a program", () => text("\x7fELF0000000000000000"), 415, otherType],
    ["a TIFF", () => text("II*\0\x08\0\0\0"), 415, otherType],
    ["a picture in name only", () => join(pngStart, text("nothing")), 400, /damaged/],
    [
      "half a picture",
      async () => (await anImage({ format: "jpeg" })).slice(0, 300),
      400,
      /damaged/,
    ],
    ["a picture and page", async () => join(await anImage(), text("<script >")), 415, twoKinds],
    ["a picture and archive", async () => join(await anImage(), zip), 415, twoKinds],
    ["a GIF and script", () => text("GIF89a/*\0\0\0*/=1;<script>x</script>"), 415, twoKinds],
    ["a PDF and archive", () => join(aPdf(), zip), 415, twoKinds],
    ["a PDF and more", () => join(aPdf(), text("<html>")), 415, twoKinds],
    ["a PDF that runs", () => aPdf("/OpenAction <</S /JavaScript /JS (x)>>"), 415, /scripts/],
    ["a PDF with files", () => aPdf("/Names <</EmbeddedFiles 9 0 R>>"), 415, /attached/],
    ["half a PDF", () => aPdf().slice(0, 60), 400, /damaged/],
    [
      "a bomb",
      async () =>
        new Uint8Array(
          await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
            .png().toBuffer(),
        ),
      413,
      "The picture has more than 50 million pixels",
    ],
  ])("refuses %s, and keeps nothing of it", async (_, make, status, message) => {
    const { member, objects } = await appForTest();
    const jane = await member();
    const answer = await savePicture(jane, await make());
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
    for await (const { key } of objects.list("uploads/")) expect(key).toBeUndefined();
    for await (const { key } of objects.list("pictures/")) expect(key).toBeUndefined();
    expect((await (await jane.get("/api/user")).json()).profileImageUrl).toBeNull();
  });

  it("keeps one picture of several that are saved at once", async () => {
    const { member, objects } = await appForTest();
    const jane = await member();
    await jane.post("/api/profile", someProfile);
    const uploads = await Promise.all([1, 2, 3, 4].map(async () => upload(jane, await anImage())));
    const answers = await Promise.all(
      uploads.map((profileImageURL) => jane.put("/api/profile-images", { profileImageURL })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { profileImageUrl } = await (await jane.get("/api/user")).json();
    expect((await jane.get(profileImageUrl)).status).toBe(200);
    const kept: string[] = [];
    for await (const { key } of objects.list("pictures/")) kept.push(`/objects/${key}`);
    expect(kept.sort()).toEqual([profileImageUrl.replace(".webp", ".small.webp"), profileImageUrl]);
    for await (const { key } of objects.list("uploads/")) expect(key).toBeUndefined();
  });

  it("saves a double click once", async () => {
    const { member } = await appForTest();
    const jane = await member();
    const profileImageURL = await upload(jane, await anImage());
    const [one, two] = await Promise.all(
      [1, 2].map(async () =>
        await answerOf(await jane.put("/api/profile-images", { profileImageURL }))
      ),
    );
    expect(one?.status).toBe(200);
    expect(two).toEqual(one);
  });

  it("leaves no trace of whose picture it is in the log", async () => {
    const { member, logged } = await appForTest();
    const jane = await member();
    await jane.get(await havePicture(jane));
    expect(JSON.stringify(logged)).not.toContain(jane.memberId);
  });
});

describe("DELETE /api/profile-images", () => {
  it("takes the picture away, at once and for everyone", async () => {
    const { member, objects } = await appForTest();
    const jane = await member();
    const path = await havePicture(jane);
    for (let times = 0; times < 2; times++) {
      expect(await answerOf(await jane.delete("/api/profile-images")))
        .toEqual({ status: 204, body: null });
    }
    expect((await jane.get(path)).status).toBe(404);
    expect((await (await jane.get("/api/user")).json()).profileImageUrl).toBeNull();
    for await (const { key } of objects.list("pictures/")) expect(key).toBeUndefined();
  });
});
