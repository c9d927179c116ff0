import type { Metadata, Sharp } from "sharp";
import type { ImageKind } from "./file-kind.ts";
import { FileRefused } from "./file-refused.ts";

/** Edges of the squares, in pixels. */
const pictureEdge = 512;
const smallEdge = 96;
const logoEdge = 256;

/** A small file can say that it is huge: more than the largest phone cameras take is refused. */
const maxPixels = 50_000_000;
/** So much of it may have to be in memory at once; two are drawn at a time. */
const maxHeldBytes = 200_000_000;
const maxSeconds = 20;

export interface EncodedPicture {
  /** WebP, square. */
  readonly picture: Uint8Array;
  readonly small: Uint8Array;
}

/** Loaded with the first picture: a start has no use for its 13 MB. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Of all that libvips reads, only these: what is not loaded cannot be attacked.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadNsgifBuffer",
      "VipsForeignLoadWebpBuffer",
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let loading: ReturnType<typeof loadSharp> | undefined;
const sharpLoaded = () => loading ??= loadSharp();

/**
 * Draws a picture anew, as two squares cut from its middle: the right way up, in sRGB, the first
 * frame only, and without anything but pixels. What cameras note, such as the place, is gone.
 *
 * @throws {FileRefused} When it is damaged, has too many pixels, or is not what it looks like.
 */
export async function encodePicture(bytes: Uint8Array, kind: ImageKind): Promise<EncodedPicture> {
  const sharp = await sharpLoaded();
  return await draw(bytes, kind, async (source) => {
    const picture = await source
      .resize(pictureEdge, pictureEdge, { fit: "cover", position: "centre" })
      // Behind a picture are the initials, which must not shine through.
      .flatten({ background: "#fff" })
      .webp({ quality: 84 })
      .toBuffer();
    const small = await sharp(picture).resize(smallEdge, smallEdge).webp({ quality: 84 })
      .toBuffer();
    return { picture, small };
  });
}

/**
 * Draws a logo anew, whole, in a square that is clear around it: nothing of the file but its pixels.
 *
 * @returns WebP.
 * @throws {FileRefused}
 */
export async function encodeLogo(bytes: Uint8Array, kind: ImageKind): Promise<Uint8Array> {
  return await draw(bytes, kind, (source) =>
    source
      .resize(logoEdge, logoEdge, { fit: "contain", background: "#0000" })
      .webp({ quality: 92 })
      .toBuffer());
}

/**
 * Draws a mark as a phone shows it on its home screen: on white, and far enough from the edges to be cut round.
 *
 * @param bytes PNG or WebP, looked at already.
 * @returns PNG, square.
 */
export async function encodeIcon(bytes: Uint8Array, edge: number): Promise<Uint8Array> {
  const markEdge = Math.round(edge * 0.68);
  const margin = Math.floor((edge - markEdge) / 2);
  const rest = edge - markEdge - margin;
  const sharp = await sharpLoaded();
  return await sharp(bytes, { limitInputPixels: maxPixels })
    .resize(markEdge, markEdge, { fit: "contain", background: "#0000" })
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background: "#0000" })
    .flatten({ background: "#fff" })
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Has a picture drawn that is not too large, and is what it looks like. */
async function draw<T>(
  bytes: Uint8Array,
  kind: ImageKind,
  make: (source: Sharp) => Promise<T>,
): Promise<T> {
  const sharp = await sharpLoaded();
  const source = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "error",
    sequentialRead: true,
    pages: 1,
  });
  try {
    const metadata = await source.metadata();
    if (metadata.format !== kind) throw damaged();
    if (heldBytes(metadata) > maxHeldBytes) throw tooMuchAtOnce();
    return await make(source.autoOrient().timeout({ seconds: maxSeconds }));
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw isTooManyPixels(error) ? tooManyPixels(error) : damaged(error);
  }
}

/** Of an interlaced picture nothing can be drawn before all of it is read; others are read in strips. */
function heldBytes({ isProgressive, width, height, channels, depth }: Metadata): number {
  return isProgressive ? width * height * channels * (depth === "ushort" ? 2 : 1) : 0;
}

function tooMuchAtOnce(): FileRefused {
  const message = "This interlaced picture is too large. Save it as a JPEG and upload that.";
  return new FileRefused("too-large", message);
}

function isTooManyPixels(error: unknown): boolean {
  return error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message);
}

function tooManyPixels(cause?: unknown): FileRefused {
  const message = `The picture has more than ${
    maxPixels / 1_000_000
  } million pixels. Choose a smaller one.`;
  return new FileRefused("too-large", message, { cause });
}

function damaged(cause?: unknown): FileRefused {
  return new FileRefused("damaged", "This picture is damaged. Choose another one.", { cause });
}
