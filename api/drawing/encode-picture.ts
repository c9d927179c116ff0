import type { Metadata, Sharp } from "sharp";
import { FileRefused, type ImageKind } from "../objects/file-kind.ts";

/** Edges of the squares, in pixels. */
const pictureEdge = 512;
const smallEdge = 96;
const logoEdge = 256;

/** Limited because a small file can claim a huge size. The largest phone cameras need less. */
const maxPixels = 50_000_000;
/** Phone panoramas have half of it. Longer pictures become much larger before they are cut to a square. */
const maxEdgeRatio = 10;
/** Maximum memory for the decoded part of a file. */
const maxMemoryBytes = 200_000_000;
/** Maximum rows that libvips keeps in memory while shrinking a picture, as measured. */
const rowsAtOnce = 1700;
const maxSeconds = 20;

/** Loaded with the first picture, because its 13 MB would slow down a start. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Lets libvips load only these formats, so that other parsers can't be attacked.
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
 * Redraws a picture as two squares: upright, in sRGB, only the first frame, without metadata such as the location. They
 * show the middle of a wide picture, and the top of a tall one, where faces are.
 * @throws {FileRefused} If it is damaged, too large, or of another kind.
 */
export async function encodePicture(bytes: Uint8Array, kind: ImageKind) {
  const sharp = await sharpLoaded();
  return await draw(bytes, kind, async (source) => {
    const picture = await source
      .resize(pictureEdge, pictureEdge, { fit: "cover", position: "top" })
      // Fills transparent parts, so that the initials behind the picture don't show.
      .flatten({ background: "#fff" })
      .webp({ quality: 84 })
      .toBuffer();
    const small = await sharp(picture).resize(smallEdge, smallEdge).webp({ quality: 84 })
      .toBuffer();
    return { picture, small };
  });
}

/** Redraws only a logo's pixels in a transparent square. Returns WebP. @throws {FileRefused} */
export async function encodeLogo(bytes: Uint8Array, kind: ImageKind): Promise<Uint8Array> {
  return await draw(bytes, kind, (source) =>
    source
      .resize(logoEdge, logoEdge, { fit: "contain", background: "#0000" })
      .webp({ quality: 92 })
      .toBuffer());
}

/** Icon for a home screen: square PNG on white, with a margin. @param bytes Checked PNG or WebP. */
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

/** Edge of pictures in mails, which show them at less than half of this size. */
const mailEdge = 128;
/**
 * A logo for mails: PNG on a light plate, or a dark one for a white logo, so that it is visible on any background.
 * @param bytes WebP.
 */
export async function encodeMailLogo(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  const sharp = await sharpLoaded();
  const margin = 10;
  const edge = mailEdge - 2 * margin;
  const logo = await sharp(bytes, { limitInputPixels: maxPixels })
    .resize(edge, edge, { fit: "contain", background: "#0000" })
    .ensureAlpha().raw().toBuffer();
  const background = isLight(logo) ? "#33323a" : "#fff";
  return await forMail(
    sharp(logo, { raw: { width: edge, height: edge, channels: 4 } })
      .flatten({ background })
      .extend({ top: margin, left: margin, bottom: margin, right: margin, background }),
    mark,
  );
}

/** A member's picture for mails. @param bytes WebP. */
export async function encodeMailPicture(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  const sharp = await sharpLoaded();
  return await forMail(
    sharp(bytes, { limitInputPixels: maxPixels }).resize(mailEdge, mailEdge)
      .flatten({ background: "#fff" }),
    mark,
  );
}

/** About 20 KB at most. @param mark A comment in the file, which isn't visible. */
async function forMail(picture: Sharp, mark: string): Promise<Uint8Array> {
  return new Uint8Array(
    await picture.png({ palette: true, colors: 128, effort: 10, compressionLevel: 9 })
      .withExif({ IFD0: { Software: mark } }).toBuffer(),
  );
}

/** Whether the visible part of a picture is nearly white. @param pixels RGBA. */
function isLight(pixels: Uint8Array): boolean {
  let light = 0;
  let seen = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    seen += alpha;
  }
  return seen > 0 && light / seen > 215;
}

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
    const { width, height } = metadata;
    if (Math.max(width, height) > maxEdgeRatio * Math.min(width, height)) throw tooLong();
    if (memoryBytes(metadata) > maxMemoryBytes) throw tooMuchAtOnce();
    return await make(source.autoOrient().timeout({ seconds: maxSeconds }));
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw isTooManyPixels(error) ? tooManyPixels(error) : damaged(error);
  }
}

/** Estimates memory: the decoder's share of the whole picture, and the rows being shrunk. */
function memoryBytes(metadata: Metadata): number {
  const { width, height, channels, depth } = metadata;
  const bytesOfPixel = channels * (depth === "ushort" ? 2 : 1);
  const rows = Math.min(height, rowsAtOnce);
  return width * height * decodedBytesOfPixel(metadata, bytesOfPixel) + width * rows * bytesOfPixel;
}

function decodedBytesOfPixel(metadata: Metadata, bytesOfPixel: number): number {
  const { format, isProgressive, channels } = metadata;
  // Each frame has four channels, and a copy of the previous frame.
  if (format === "gif") return 8;
  if (format === "webp") return 4;
  // Other formats are read in strips.
  if (!isProgressive) return 0;
  // A progressive JPEG needs two bytes for each value. Its header may falsely claim fewer color values.
  return format === "jpeg" ? 2 * channels : bytesOfPixel;
}

function tooLong(): FileRefused {
  const message = "This picture is too long and narrow. Crop it and upload that.";
  return new FileRefused("damaged", message);
}

function tooMuchAtOnce(): FileRefused {
  const message = "This picture is too large. Save it as a smaller JPG and upload that.";
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
