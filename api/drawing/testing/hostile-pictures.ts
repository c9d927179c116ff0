import { crc32, deflateSync } from "node:zlib";
import sharp, { type JpegOptions } from "sharp";

type Size = readonly [width: number, height: number];

/** Pictures that take as much memory as the limits allow, or more. */
export const hostilePictures: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  "a PNG of 81 million pixels": () => png({ size: [9000, 9000] }),
  "a PNG of 4 billion pixels": () => png({ size: [65_535, 65_535], rows: 1 }),
  "a PNG of 50 million pixels": () => png({ size: [7070, 7070] }),
  "a PNG of 50 million pixels with 16 bits": () => png({ size: [7070, 7070], depth: 16 }),
  "an interlaced PNG of 50 million pixels": () => png({ size: [7070, 7070], isInterlaced: true }),
  "an interlaced PNG with 16 bits": () =>
    png({ size: [5000, 5000], depth: 16, isInterlaced: true }),
  "an interlaced PNG of 39 million pixels": () => png({ size: [6240, 6240], isInterlaced: true }),
  "an interlaced PNG of a palette with transparency": () =>
    png({ size: [6240, 6240], isInterlaced: true, hasPalette: true }),
  "a wide PNG with 16 bits": () => png({ size: [14_700, 3400], depth: 16 }),
  "a PNG with 16 bits on its side": () => png({ size: [7070, 7070], depth: 16, orientation: 6 }),
  "a wide PNG with 16 bits on its side": () =>
    png({ size: [14_700, 3400], depth: 16, orientation: 6 }),
  "a long PNG with 16 bits on its side": () =>
    png({ size: [500_000, 100], depth: 16, orientation: 6 }),
  "a long PNG that becomes larger": () => png({ size: [16_384, 100], depth: 16, orientation: 3 }),
  "a PNG with 5 gigabytes of texts": () => png({ size: [9, 9], texts: 700 }),
  "a PNG of one row": () => png({ size: [50_000_000, 1] }),
  "a PNG of one column": () => png({ size: [1, 50_000_000] }),
  "a PNG with a color profile of a gigabyte": () => png({ size: [9, 9], profileBytes: 1e9 }),
  "a PNG on its side": () => turned([7070, 7070], "png"),
  "a JPEG of 50 million pixels on its side": () => turned([7070, 7070], "jpeg"),
  "a progressive JPEG of 49 million pixels": () => jpeg([7000, 7000], { progressive: true }),
  "a progressive JPEG of 49 million pixels on its side": () =>
    turned([7000, 7000], "jpeg", { progressive: true }),
  "a progressive JPEG in CMYK": () => cmyk([7000, 7000], { progressive: true }),
  "a progressive JPEG of 24 million pixels": () => jpeg([6000, 4000], { progressive: true }),
  "a JPEG in CMYK": () => cmyk([7000, 7000], {}),
  "a JPEG with a thousand scans": () => scans([5000, 5000], 1000),
  "a long JPEG on its side": () => turned([65_500, 760], "jpeg"),
  "a long progressive JPEG on its side": () => turned([65_500, 500], "jpeg", { progressive: true }),
  "a JPEG with a scan for each color": () => scanForEachColor([5150, 5150], 0x11),
  "a JPEG that only seems to have smaller colors": () => scanForEachColor([7000, 7000], 0x22),
  "a JPEG with 12 bits": () => withHead([7000, 7000], 4, 12),
  "a JPEG without loss": () => withHead([7000, 7000], 1, 0xc3),
  "a JPEG with an EXIF of 9 MB": () => withParts(0xe1, "Exif\0\0MM\0*\0\0\0\x08"),
  "a JPEG with a color profile of 9 MB": () => withParts(0xe2, "ICC_PROFILE\0"),
  "a WebP of 50 million pixels": () => whole([7070, 7070]).webp({ effort: 0 }).toBuffer(),
  "a lossless WebP with transparency": () =>
    whole([7070, 7070], 4).webp({ lossless: true, effort: 0 }).toBuffer(),
  "a lossless WebP of 37 million pixels": () =>
    whole([6100, 6100], 4).webp({ lossless: true, effort: 0 }).toBuffer(),
  "a wide WebP on its side": () =>
    whole([16_000, 1600]).withMetadata({ orientation: 6 }).webp({ effort: 0 }).toBuffer(),
  "an animated WebP of large frames": () => animated([2000, 2000], 8, "webp"),
  "an animated GIF of large frames": () => animated([2000, 2000], 8, "gif"),
  "a GIF of 50 million pixels": () => gif([7070, 7070]),
  "a GIF of 50 million pixels whose frames are put back": () => gif([7070, 7070], true),
  "a GIF of 20 million pixels whose frames are put back": () => gif([4470, 4470], true),
  "a GIF of 4 billion pixels": () => gif([65_535, 65_535]),
  "an AVIF": () => whole([4000, 4000]).avif({ effort: 0 }).toBuffer(),
  "a TIFF": () => whole([7070, 7070]).tiff({ compression: "deflate" }).toBuffer(),
  "an SVG": () => new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" width="1e9"/>`),
};

const whole = ([width, height]: Size, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#f00" }, limitInputPixels: false });

interface PngOptions {
  readonly size: Size;
  readonly depth?: 8 | 16;
  readonly isInterlaced?: boolean;
  /** Rows of content; the rest is missing. */
  readonly rows?: number;
  readonly profileBytes?: number;
  /** The number of chunks of 8 MB. */
  readonly texts?: number;
  readonly hasPalette?: boolean;
  /** An EXIF orientation. */
  readonly orientation?: number;
}

/** A transparent PNG of zeros. */
function png({ size: [width, height], ...options }: PngOptions): Uint8Array {
  const { depth = 8, isInterlaced = false, rows = height, profileBytes } = options;
  const { texts = 0, hasPalette = false, orientation } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, hasPalette ? 3 : 6, 0, 0, isInterlaced ? 1 : 0], 8);
  // Interlaced pictures have up to seven more row starts for each two rows.
  const values = hasPalette ? 1 : 4;
  const bytes = rows * (values * width * depth / 8 + 1) + (isInterlaced ? 4 * height : 0);
  const palette = [chunk("PLTE", Buffer.alloc(3)), chunk("tRNS", Buffer.alloc(1))];
  const text = chunk(
    "zTXt",
    Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(7_900_000))]),
  );
  const profile = profileBytes === undefined ? [] : [
    chunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(profileBytes))])),
  ];
  return new Uint8Array(Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    ...profile,
    ...Array(texts).fill(text),
    ...(hasPalette ? palette : []),
    ...(orientation === undefined ? [] : [chunk("eXIf", exif(orientation))]),
    chunk("IDAT", deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]));
}

function exif(orientation: number): Buffer {
  const tag = ["4d4d002a00000008", "0001", "0112", "0003", "00000001", "0000", "0000", "00000000"];
  const bytes = Buffer.from(tag.join(""), "hex");
  bytes.writeUInt16BE(orientation, 18);
  return bytes;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

const jpeg = (size: Size, options: JpegOptions) =>
  whole(size).jpeg({ ...options, chromaSubsampling: "4:4:4" }).toBuffer();

/** Its content breaks off, because drawing a whole one takes a minute. */
async function cmyk([width, height]: Size, options: JpegOptions): Promise<Uint8Array> {
  const file = await whole([400, 400]).toColourspace("cmyk").jpeg(options).toBuffer();
  const size = file.indexOf(Buffer.from("01900190", "hex"));
  file.writeUInt16BE(height, size);
  file.writeUInt16BE(width, size + 2);
  return new Uint8Array(file);
}

/** The orientation of a phone held sideways. */
const turned = (size: Size, format: "jpeg" | "png", options: JpegOptions = {}) =>
  whole(size).withMetadata({ orientation: 6 })[format]({ ...options }).toBuffer();

/** A progressive JPEG whose last scan is repeated. */
async function scans(size: Size, times: number): Promise<Uint8Array> {
  const file = await jpeg(size, { progressive: true });
  const last = file.lastIndexOf(Buffer.from("ffda", "hex"));
  const [start, scan, end] = [file.subarray(0, last), file.subarray(last, -2), file.subarray(-2)];
  const room = Math.min(times, Math.floor((10_000_000 - start.length) / scan.length));
  return new Uint8Array(Buffer.concat([start, ...Array(room).fill(scan), end]));
}

/** Changes a byte after the frame marker. */
async function withHead(size: Size, at: number, value: number): Promise<Uint8Array> {
  const file = await whole(size).jpeg().toBuffer();
  file[file.indexOf(Buffer.from("ffc0", "hex")) + at] = value;
  return new Uint8Array(file);
}

/** Repeats a segment as often as an upload's size allows. */
async function withParts(marker: number, start: string): Promise<Uint8Array> {
  const file = await whole([2000, 2000]).jpeg().toBuffer();
  const count = 150;
  const parts = Array.from({ length: count }, (_, part) =>
    segment(
      marker,
      Buffer.concat([
        Buffer.from(start, "latin1"),
        Buffer.from([part + 1, count]),
        Buffer.alloc(65_000),
      ]),
    ));
  return new Uint8Array(Buffer.concat([file.subarray(0, 2), ...parts, file.subarray(2)]));
}

/** A JPEG with one scan for each color: not progressive, but decoded with as much memory. */
function scanForEachColor([width, height]: Size, factors: number): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const zeros = [1, ...Array(16).fill(0)];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const scan = (color: number) => [
    segment(0xda, [1, color, 0, 0, 63, 0]),
    // Two bits for each.
    Buffer.alloc(Math.ceil(blocks / 4)),
  ];
  return new Uint8Array(Buffer.concat([
    Buffer.from("ffd8", "hex"),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc0, [8, ...size, 3, 1, factors, 0, 2, factors, 0, 3, factors, 0]),
    segment(0xc4, [0, ...zeros]),
    segment(0xc4, [0x10, ...zeros]),
    ...[1, 2, 3].flatMap(scan),
    Buffer.from("ffd9", "hex"),
  ]));
}

function segment(marker: number, content: Uint8Array | readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.concat([
    Buffer.from([0xff, marker, length >> 8, length & 255]),
    Uint8Array.from(content),
  ]);
}

async function animated([width, height]: Size, frames: number, format: "gif" | "webp") {
  const colors = Array.from({ length: frames }, (_, frame) => ({ r: 30 * frame, g: 0, b: 0 }));
  const images = await Promise.all(
    colors.map((background) =>
      sharp({ create: { width, height, channels: 3, background } }).png({ compressionLevel: 1 })
        .toBuffer()
    ),
  );
  return await sharp(images, { join: { animated: true }, limitInputPixels: false })
    [format]({ effort: 1 }).toBuffer();
}

/** Frames as large as the picture, with truncated content. */
function gif([width, height]: Size, isPutBack = false): Uint8Array {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const head = [...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 255, 0, 0, 0, 0, 255];
  // A clear code and one pixel, over and over.
  const block = [254, ...Array(254).fill(0x44)];
  const frame = [0x2c, 0, 0, 0, 0, ...size, 0, 2, ...block, ...block, 0];
  const control = isPutBack ? [0x21, 0xf9, 4, 0b1101, 1, 0, 0, 0] : [];
  const frames = [...control, ...frame, ...control, ...frame];
  return Uint8Array.from([...head, ...frames, 0x3b]);
}
