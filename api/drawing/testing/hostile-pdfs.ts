import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { type PdfObject, pdfOf, pdfPage, stream } from "./pdf.ts";

/** PDFs, mostly of a few kilobytes, that take unlimited memory or time. */
export const hostilePdfs: Readonly<Record<string, () => Uint8Array>> = {
  "forms within forms": () => nestedForms(10, 10, "0 0 m 100 100 l S\n"),
  "forms within forms that draw nothing": () => nestedForms(30, 2, "n\n"),
  "transparent groups within groups": () =>
    nestedForms(10, 10, "0 0 m 9 9 l S\n", "/Group <</S /Transparency /I true>>"),
  "groups as large as a page, kept open": () =>
    nestedForms(28, 1, "0 0 9 9 re f\n", "/Group <</S /Transparency /I true /K true>>"),
  "a form that draws itself": () =>
    pdfPage("/F Do", {
      resources: "/XObject <</F 5 0 R>>",
      objects: [form("/F Do /F Do", "/XObject <</F 5 0 R>>")],
    }),
  "spaces, packed twice": () => packedPage(" ", 4_000_000_000),
  "spaces, packed three times": () => packedPage(" ", 400_000_000, 3),
  "lines, packed twice": () => packedPage("0 0 m 1 1 l S ", 1_000_000_000),
  "curves, packed twice": () => packedPage("0 0 m 1 9 200 3 200 200 c S ", 200_000_000),
  "states that are saved, packed twice": () => packedPage("q ", 1_000_000_000),
  "clips, packed twice": () => packedPage("0 0 100 100 re W n ", 200_000_000),
  "text, packed twice": () =>
    packedPage("BT /F 900 Tf (WWWWWWWW) Tj ET ", 200_000_000, 2, {
      resources: "/Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>",
    }),
  "operands without an operator": () => packedPage("1 ", 1_000_000_000),
  "a text without an end": () =>
    pdfPage(stream("/Filter [/FlateDecode /FlateDecode]", packed("(", "a", 1_000_000_000))),
  "a pattern of a million tiles": () => tiles("0.0001", "0 0 1 1 re f"),
  "a pattern that paints itself": () => tiles("1", "/Pattern cs /P scn 0 0 9 9 re f"),
  "a pattern whose tile is huge": () => tiles("1e9", "0 0 1e9 1e9 re f", "1e9 1e9"),
  "an image of 400 million pixels": () => image(20_000, 20_000, "/DeviceRGB", 3),
  "an image as wide as it may be": () => image(2_000_000_000, 1, "/DeviceRGB", 0),
  "an image in CMYK with a mask of its own size": () => image(12_000, 12_000, "/DeviceCMYK", 4),
  "a JBIG2 of 3.6 billion pixels": () => jbig2(60_000, 60_000),
  "a JPX that says it is huge": () => jpx(2 ** 31 - 1, 2 ** 31 - 1),
  "a JPX of 400 million pixels": () => jpx(20_000, 20_000),
  "a shading by a function without end": () =>
    pdfPage("/S sh", {
      resources: shading("/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 200 0 200]"),
      objects: [
        stream(
          "/FunctionType 4 /Domain [0 200 0 200] /Range [0 1 0 1 0 1]",
          `{ ${"2 copy exch pop sin pop ".repeat(100_000)} 0 }`,
        ),
      ],
    }),
  "a function of 4 billion samples": () =>
    pdfPage("/S sh", {
      resources: shading("/ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 200]"),
      objects: [
        stream(
          "/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [2147483647] /BitsPerSample 32",
          "x",
        ),
      ],
    }),
  "a mesh of patches, packed twice": () =>
    pdfPage("/S sh", {
      resources: "/Shading <</S 5 0 R>>",
      objects: [
        stream(
          "/ShadingType 7 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 " +
            "/Decode [0 200 0 200 0 1 0 1 0 1] /Filter [/FlateDecode /FlateDecode]",
          packed("", "\0\x10\xf0\x80\x01", 200_000_000),
        ),
      ],
    }),
  "a page as large as a country": () => pdfPage("1 0 0 rg 0 0 1e9 1e9 re f", { size: "1e12 1e12" }),
  "a page with a size that is no number": () => pdfPage("0 0 9 9 re f", { size: "1e999 -1e999" }),
  "dashes that are too short to see": () =>
    pdfPage("[0.0000001] 0 d 100 w 0 0 m 200 200 l 0 200 l 200 0 l S"),
  "pages within pages": () => deepPages(150_000),
  "pages that hold themselves": () =>
    pdfOf([catalog, { text: "<</Type /Pages /Kids [2 0 R 2 0 R] /Count 9>>" }]),
  "an array within arrays": () => pdfOf([{ text: "[".repeat(9_000_000) }]),
  "objects in a stream, packed twice": () =>
    pdfOf([
      { text: "<</Type /Catalog /Pages 9 0 R>>" },
      stream(
        "/Type /ObjStm /N 100000000 /First 1 /Filter [/FlateDecode /FlateDecode]",
        packed("", "9 0 ", 1_000_000_000),
      ),
    ]),
  "a table of objects that is huge": () =>
    pdfOf([
      catalog,
      stream(
        "/Type /XRef /Size 2147483647 /W [1 4 2] /Index [0 2147483647] /Root 1 0 R " +
          "/Filter [/FlateDecode /FlateDecode]",
        packed("", "\x01", 1_000_000_000),
      ),
    ]),
  "a predictor with rows of a gigabyte": () =>
    pdfPage(stream(
      "/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 2147483647 /Colors 32 /BitsPerComponent 16>>",
      deflateSync(Buffer.alloc(1_000_000)),
    )),
};

const catalog: PdfObject = { text: "<</Type /Catalog /Pages 2 0 R>>" };

function form(content: string, resources = "", more = ""): PdfObject {
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${more} /Resources <<${resources}>>`,
    content,
  );
}

/** Each form draws the next one several times. */
function nestedForms(levels: number, times: number, leaf: string, more = ""): Uint8Array {
  const objects = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1;
    const next = isLast ? "" : `/XObject <</F ${6 + level} 0 R>>`;
    return form((isLast ? leaf : "/F Do\n").repeat(times), next, more);
  });
  return pdfPage("/F Do", { resources: "/XObject <</F 5 0 R>>", objects });
}

function packedPage(
  part: string,
  bytes: number,
  filters = 2,
  options: Parameters<typeof pdfPage>[1] = {},
): Uint8Array {
  const dictionary = `/Filter [${"/FlateDecode ".repeat(filters)}]`;
  return pdfPage(stream(dictionary, packed("", part, bytes, filters)), options);
}

/**
 * A start and a repeated part, compressed by Flate several times: four gigabytes become some kilobytes. Built without
 * having all of it in memory.
 */
function packed(start: string, part: string, bytes: number, filters = 2): Uint8Array {
  const chunk = part.repeat(Math.ceil(4_000_000 / part.length));
  const times = Math.ceil(bytes / chunk.length);
  const block = blockOf(chunk);
  const zlibStart = Buffer.from([0x78, 0x9c]);
  let content = Buffer.concat([zlibStart, blockOf(start), ...Array(times).fill(block)]);
  for (let filter = 1; filter < filters; filter++) content = deflateSync(content, { level: 9 });
  return new Uint8Array(content);
}

/** Compressed so that blocks can be concatenated. */
function blockOf(text: string): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  return deflateRawSync(Buffer.from(text, "latin1"), { level: 9, finishFlush });
}

function tiles(step: string, content: string, box = "1 1"): Uint8Array {
  const pattern = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1";
  return pdfPage("/Pattern cs /P scn 0 0 200 200 re f", {
    resources: "/Pattern <</P 5 0 R>>",
    objects: [
      stream(
        `${pattern} /BBox [0 0 ${box}] /XStep ${step} /YStep ${step} /Resources <</Pattern <</P 5 0 R>>>>`,
        content,
      ),
    ],
  });
}

const shading = (dictionary: string) => `/Shading <</S <<${dictionary} /Function 5 0 R>>>>`;

function drawnImage(dictionary: string, content: Uint8Array): Uint8Array {
  return pdfPage("200 0 0 200 0 0 cm /I Do", {
    resources: "/XObject <</I 5 0 R>>",
    objects: [stream(`/Type /XObject /Subtype /Image ${dictionary}`, content)],
  });
}

function image(width: number, height: number, space: string, bytesOfPixel: number): Uint8Array {
  const content = packed("", "\x7f\0", width * height * bytesOfPixel);
  const size = `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space}`;
  const filter = "/Filter [/FlateDecode /FlateDecode]";
  return drawnImage(`${size} ${filter} /SMask 5 0 R`, content);
}

/** Only a header with a size. */
function jbig2(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(30);
  head.set([48, 0, 1, 0, 0, 0, 19], 4);
  head.writeUInt32BE(width, 11);
  head.writeUInt32BE(height, 15);
  head.writeUInt8(4, 27);
  const size = `/Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray`;
  return drawnImage(`${size} /Filter /JBIG2Decode`, head);
}

/** A JPEG 2000 of three colors and one tile without content. */
function jpx(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(40 + 9);
  size.writeUInt16BE(size.length - 2, 2);
  size.set([0xff, 0x51]);
  for (const at of [6, 22]) {
    size.writeUInt32BE(width, at);
    size.writeUInt32BE(height, at + 4);
  }
  size.writeUInt16BE(3, 38);
  for (const at of [40, 43, 46]) size.set([7, 1, 1], at);
  const rest = "ff52000c00000001000504040001" + "ff5c001340" + "40".repeat(16) +
    "ff90000a0000000000000001" + "ff93" + "ffd9";
  const content = Buffer.concat([Buffer.from("ff4f", "hex"), size, Buffer.from(rest, "hex")]);
  const dictionary = `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
  return drawnImage(`${dictionary} /Filter /JPXDecode`, content);
}

/** A page tree with one node per level. */
function deepPages(levels: number): Uint8Array {
  const tree = Array.from({ length: levels }, (_, level) => ({
    text: `<</Type /Pages /Kids [${level + 3} 0 R] /Count 1>>`,
  }));
  return pdfOf([catalog, ...tree, { text: "<</Type /Page /MediaBox [0 0 9 9]>>" }]);
}
