/**
 * What a file is, by its content: names and types that a browser sends are not believed.
 *
 * @module
 */

export type ImageKind = "jpeg" | "png" | "gif" | "webp";
export type FileKind = ImageKind | "pdf";

/** A file that is not taken; the message is fit for the member to read. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";

  constructor(
    readonly reason: "too-large" | "wrong-type" | "damaged",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const otherType = "The file must be a JPEG, PNG, GIF or WebP image, or a PDF";
const twoInOne = "The file is more than one kind of file at once, which is not accepted";

/**
 * The kind of a file.
 *
 * @throws {FileRefused} For every other kind, a file that is two kinds at once, and a PDF that can
 * do something.
 */
export function kindOf(bytes: Uint8Array): FileKind {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const kind = kindByStart(text);
  if (kind === undefined) throw new FileRefused("wrong-type", otherType);
  if (kind === "pdf") checkPdf(text);
  else checkImage(text);
  return kind;
}

function kindByStart(text: string): FileKind | undefined {
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF[^]{4}WEBPVP8/.test(text)) return "webp";
  if (/^%PDF-[12]\.\d/.test(text)) return "pdf";
  return undefined;
}

/** What browsers could take for a page. */
const markup = /<(script|html|body|svg|iframe|!doctype\s+html|\?php)[\s>]/i;
/** PDF readers look for the header in the first kilobyte. */
const headBytes = 1024;

function checkImage(text: string): void {
  const isPage = markup.test(text);
  if (isPage || text.slice(0, headBytes).includes("%PDF-") || isArchive(text)) {
    throw new FileRefused("wrong-type", twoInOne);
  }
}

function checkPdf(text: string): void {
  const end = text.lastIndexOf("%%EOF");
  if (end < 0) throw new FileRefused("damaged", "The PDF is damaged: its end is missing");
  const isFollowed = text.slice(end + "%%EOF".length).trim().replaceAll("\0", "") !== "";
  if (isFollowed || isArchive(text) || markup.test(text.slice(0, headBytes))) {
    throw new FileRefused("wrong-type", twoInOne);
  }
  if (/\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia)[\s/<([]/.test(withoutStreams(text))) {
    throw new FileRefused(
      "wrong-type",
      "The PDF contains scripts or attached files, which is not accepted",
    );
  }
}

/** Whether a ZIP archive, such as a JAR, ends where the text ends. */
function isArchive(text: string): boolean {
  const recordBytes = 22;
  const maxCommentBytes = 65_535;
  const tail = text.slice(-(recordBytes + maxCommentBytes));
  for (let at = tail.indexOf("PK\x05\x06"); at >= 0; at = tail.indexOf("PK\x05\x06", at + 1)) {
    const commentBytes = tail.charCodeAt(at + 20) + 256 * tail.charCodeAt(at + 21);
    if (at + recordBytes + commentBytes === tail.length) return true;
  }
  return false;
}

/** The objects of a PDF without the content of streams, in which any bytes can turn up by chance. */
function withoutStreams(text: string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf("stream", position);
    const end = start < 0 ? -1 : text.indexOf("endstream", start);
    if (end < 0) return parts.join("") + text.slice(position);
    parts.push(text.slice(position, start));
    position = end + "endstream".length;
  }
}
