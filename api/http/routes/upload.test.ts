import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  withMessage,
  withoutRole,
} from "../../testing/app-for-test.ts";
import { type Browser, testOrigin } from "../../testing/app.ts";
import { anImage, havePicture, keysIn, upload } from "../../testing/pictures.ts";

describe("POST /api/objects/upload", () => {
  it("answers with an address of this site", async () => {
    const { member } = await appForTest();
    const { status, body } = await answerOf(await (await member()).post("/api/objects/upload"));
    expect(status).toBe(200);
    expect(body).toEqual({ uploadURL: expect.stringMatching(`^${testOrigin}/objects/uploads/`) });
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

describe("uploading a picture", () => {
  const someAddress = "/objects/uploads/a/b";

  it("asks for a role first", async () => {
    const { app, member: jane } = await appWithMember();
    await withoutRole(app, jane.memberId);
    const refused = withMessage(403, "Select your role first");
    expect(await answerOf(await jane.post("/api/objects/upload"))).toEqual(refused);
    const save = await jane.put("/api/profile-images", { profileImageURL: someAddress });
    expect(await answerOf(save)).toEqual(refused);
  });

  it.each(["confirmed", "approved"] as const)(
    "waits until an applicant is admitted (%s)",
    async (by) => {
      const { app, member: jane } = await appWithMember({ admission: { by, domains: [] } });
      const refused = await answerOf(await jane.get("/api/directory"));
      expect(refused.status).toBe(403);
      expect(await answerOf(await jane.post("/api/objects/upload"))).toEqual(refused);
      const save = await jane.put("/api/profile-images", { profileImageURL: someAddress });
      expect(await answerOf(save)).toEqual(refused);
      await app.members.execute(
        jane.memberId,
        { type: "Admit", seen: "waiting" },
        cause,
      );
      await app.follow();
      expect(await havePicture(jane)).toContain("/objects/pictures/");
    },
  );
});

describe("PUT to an upload address", () => {
  it("works once", async () => {
    const { member: jane } = await appWithMember();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    expect((await jane.sendFile(uploadURL, await anImage())).status).toBe(200);
    expect(await answerOf(await jane.sendFile(uploadURL, await anImage()))).toEqual(
      withMessage(409, "A file was already uploaded here. Start again."),
    );
  });

  it("is refused if the address has expired or was forged", async () => {
    let at = Date.now();
    const { member: jane } = await appWithMember({ now: () => new Date(at) });
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    const forged = uploadURL.replace(/signature=.{4}/, "signature=AAAA");
    const none = uploadURL.split("?")[0];
    for (const address of [forged, none]) {
      expect((await answerOf(await jane.sendFile(address, await anImage()))).body)
        .toEqual({ message: "This isn't an upload URL" });
    }
    at += 11 * 60 * 1000;
    expect(await answerOf(await jane.sendFile(uploadURL, await anImage()))).toEqual(
      withMessage(403, "This upload has expired. Start again."),
    );
  });

  it("stops at 10 MB, even if the declared length is false", async () => {
    const { member: jane } = await appWithMember();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    const tooLarge = withMessage(413, "The file is larger than 10 MB");
    let sent = 0;
    const image = await anImage();
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(image),
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    expect(await answerOf(await jane.sendFile(uploadURL, endless, { "Content-Length": "100" })))
      .toEqual(tooLarge);
    expect(sent).toBeLessThan(20_000_000);
    const aByteMore = new Uint8Array(10_485_761);
    aByteMore.set(image);
    expect(await answerOf(await jane.sendFile(uploadURL, aByteMore)))
      .toEqual(tooLarge);
    expect((await jane.put("/api/profile-images", { profileImageURL: uploadURL })).status)
      .toBe(404);
    expect((await jane.sendFile(uploadURL, await anImage())).status).toBe(200);
  });

  it.each([
    ["a file of another kind", "Dear program, ".repeat(100), /^The file must be a JPEG, PNG/],
    ["a short one", "hello", /^The file must be a JPEG, PNG/],
    ["an archive", `PK\x03\x04${"\0".repeat(500_000)}`, /^The file must be a JPEG, PNG/],
    ["a photo in HEIC", `\0\0\0\x18ftypheic\0\0\0\0mif1heic${"\0".repeat(99)}`, /as a JPG first/],
  ])("refuses %s, however it arrives", async (_, content, message) => {
    const { app: { objects }, member: jane } = await appWithMember();
    const bytes = new TextEncoder().encode(content);
    const bitByBit = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes.subarray(0, 9)) controller.enqueue(Uint8Array.of(byte));
        controller.enqueue(bytes.subarray(9));
        controller.close();
      },
    });
    for (const body of [bytes, bitByBit]) {
      const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
      const answer = await answerOf(await jane.sendFile(uploadURL, body));
      expect(answer).toEqual({ status: 415, body: { message: expect.stringMatching(message) } });
    }
    expect(await keysIn(objects)).toEqual([]);
  });

  it("allows three slow files of a member, and fifty in total", async () => {
    const { app: { member, objects } } = await appWithMember();
    const image = await anImage();
    const finish: (() => void)[] = [];
    const answers: Promise<Response>[] = [];
    const address = async (who: Browser) =>
      (await (await who.post("/api/objects/upload")).json()).uploadURL;
    /** Sends the first part of a file. Resolves once it is being received. */
    const begin = async (who: Browser) => {
      const received = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(image);
          finish.push(() => controller.close());
        },
        pull: () => received.resolve(),
      }, { highWaterMark: 0 });
      answers.push(who.sendFile(await address(who), body));
      await received.promise;
    };
    const busy = withMessage(503, "Too many files are being uploaded. Try again in a minute.");
    const send = async (who: Browser) => await who.sendFile(await address(who), image);
    const members = await Promise.all(Array.from({ length: 18 }, () => member()));
    const [first, last] = [members[0], members[17]] as [Browser, Browser];
    for (let at = 0; at < 3; at++) await begin(first);
    expect(await answerOf(await send(first))).toEqual(busy);
    for (let at = 3; at < 50; at++) await begin(members[Math.floor(at / 3)] as Browser);
    expect(await answerOf(await send(last))).toEqual(busy);
    for (const end of finish) end();
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect(await keysIn(objects, ["uploads/"])).toHaveLength(50);
    // The oldest upload is dropped for it.
    const newest = await upload(last, image);
    expect(await keysIn(objects, ["uploads/"])).toHaveLength(50);
    expect((await last.put("/api/profile-images", { profileImageURL: newest })).status).toBe(200);
  });

  it("never shows uploads", async () => {
    const { member: jane } = await appWithMember();
    const uploadURL = await upload(jane, await anImage());
    expect((await jane.get(uploadURL)).status).toBe(404);
  });
});
