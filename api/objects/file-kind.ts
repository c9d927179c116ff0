import { heicRefused, isHeic } from "../contract/heic.ts";

export type ImageKind = "jpeg" | "png" | "gif" | "webp";
export type FileKind = ImageKind | "pdf";

const otherType = "The file must be a JPEG, PNG, GIF or WebP image, or a PDF";
const twoInOne = "This file mixes several file types. Upload a plain picture.";

/** The kind by content, because a browser's names and types aren't trusted. @throws {FileRefused} */
export function kindOf(bytes: Uint8Array): FileKind {
  const text = latin1(bytes);
  const kind = kindByStart(text);
  // A PDF is only drawn, never stored.
  if (kind !== "pdf") checkPicture(text);
  return kind;
}

/** Passes on a file being received, and breaks off if its first bytes show that it can't be drawn. */
export function onlyDrawable(body: ReadableStream<Uint8Array>) {
  let start = "";
  let refused: unknown;
  function check() {
    try {
      kindByStart(start);
    } catch (error) {
      refused = error;
      throw error;
    }
  }
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      const isKnown = start.length >= startBytes;
      if (!isKnown) start += latin1(part.subarray(0, startBytes));
      if (!isKnown && start.length >= startBytes) check();
      controller.enqueue(part);
    },
    flush() {
      if (start !== "" && start.length < startBytes) check();
    },
  });
  return { body: body.pipeThrough(checked), refusal: () => refused };
}

/** Enough bytes to recognize every kind. */
const startBytes = 64;

function kindByStart(text: string): FileKind {
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF[^]{4}WEBPVP8/.test(text)) return "webp";
  if (/^%PDF-[12]\.\d/.test(text)) return "pdf";
  throw new FileRefused("wrong-type", isHeic(text) ? heicRefused : otherType);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Content that browsers could show as a page. */
const markup = /<(script|html|body|svg|iframe|!doctype\s+html|\?php)[\s>]/i;
/** PDF readers accept the header anywhere in the first kilobyte. */
const headBytes = 1024;

function checkPicture(text: string): void {
  const isPage = markup.test(text);
  if (isPage || text.slice(0, headBytes).includes("%PDF-") || isArchive(text)) {
    throw new FileRefused("wrong-type", twoInOne);
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

/** A file that isn't accepted. The message is written for the member. */
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
