import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { appWithMember } from "../../testing/app-for-test.ts";
import { anImage, aPdf, keysIn, savePicture } from "../../testing/pictures.ts";

const text = (content: string) => new TextEncoder().encode(content);
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** The start of a file of that format. */
const heic = (brand: string, compatible: string) =>
  text(`\0\0\0\x18ftyp${brand}\0\0\0\0${compatible}\0\0\0\x08meta`);

interface PngHead {
  readonly width: number;
  readonly height: number;
  /** Bits of each of its four channels. */
  readonly depth: 8 | 16;
  readonly isInterlaced: boolean;
}

/** The start of a PNG, up to its pixels. */
function pngHead({ width, height, depth, isInterlaced }: PngHead): Uint8Array {
  const fields = Buffer.alloc(13);
  fields.writeUInt32BE(width, 0);
  fields.writeUInt32BE(height, 4);
  fields.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return join(pngChunk("IHDR", fields), pngChunk("IDAT", deflateSync(Buffer.alloc(1000))));
}

function pngChunk(name: string, content: Uint8Array): Uint8Array {
  const named = join(text(name), content);
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return join(number(content.length), named, number(crc32(named)));
}

describe("PUT /api/profile-images with a file that isn't a picture", () => {
  const otherType = "The file must be a JPEG, PNG, GIF or WebP image, or a PDF";
  const twoKinds = "This file mixes several file types. Upload a plain picture.";
  const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const zip = join(text("PK\x05\x06"), new Uint8Array(18));
  it.each([
    ["an SVG", () => text("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, otherType],
    ["a page", () => text("<!doctype html><script>alert(1)</script>"), 415, otherType],
    ["a text", () => text("hello"), 415, otherType],
    ["a program", () => text("\x7fELF0000000000000000"), 415, otherType],
    ["a TIFF", () => text("II*\0\x08\0\0\0"), 415, otherType],
    ["an iPhone's photo", () => heic("heic", "mif1heic"), 415, /HEIC.*Save it as a JPG first/],
    ["an iPhone's burst", () => heic("msf1", "hevcmp42"), 415, /HEIC.*Save it as a JPG first/],
    ["a HEIF of any brand", () => heic("mif1", "miafheix"), 415, /HEIC.*Save it as a JPG first/],
    ["an AVIF", () => heic("mif1", "avifmiaf"), 415, otherType],
    ["a film", () => heic("isom", "isomiso2avc1mp41"), 415, otherType],
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
    ["a PDF without pages", () => text("%PDF-1.4\n%%EOF"), 400, /Print it to a new PDF/],
    ["half a PDF", () => aPdf().slice(0, 60), 400, /Print it to a new PDF/],
    [
      "an interlaced bomb",
      // The header alone shows that it is too large.
      () => join(pngStart, pngHead({ width: 9990, height: 4990, depth: 16, isInterlaced: true })),
      413,
      "This picture is too large. Save it as a smaller JPG and upload that.",
    ],
    [
      "a ribbon",
      () => anImage({ width: 1100, height: 100 }),
      400,
      "This picture is too long and narrow. Crop it and upload that.",
    ],
    [
      "a bomb",
      async () =>
        new Uint8Array(
          await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
            .png().toBuffer(),
        ),
      413,
      "The picture has more than 50 million pixels. Choose a smaller one.",
    ],
  ])("refuses %s, and stores nothing of it", async (_, make, status, message) => {
    const { app: { objects }, member: jane } = await appWithMember();
    const answer = await savePicture(jane, await make());
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
    expect(await keysIn(objects)).toEqual([]);
    expect((await (await jane.get("/api/user")).json()).profileImageUrl).toBeNull();
  });
});
