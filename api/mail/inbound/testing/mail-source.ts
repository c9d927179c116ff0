/** Writes mails as mail programs do, to test reading. */

/** A part of a mail: its fields and its encoded body. */
export interface SourcePart {
  readonly fields: readonly string[];
  readonly body: Uint8Array;
}

export type Encoding = "8bit" | "base64" | "quoted-printable";

const utf8 = new TextEncoder();

export function textPart(
  text: string,
  { type = "text/plain", charset = "utf-8", parameters = "", encoding = "8bit" }: {
    type?: string;
    /** UTF-8, UTF-16LE, or one whose characters up to U+00FF are those of ISO 8859-1. */
    charset?: string;
    parameters?: string;
    encoding?: Encoding;
  } = {},
): SourcePart {
  const lines = text.replaceAll(/\r?\n/g, "\r\n");
  const unit = charset === "utf-16le" ? 2 : 1;
  const bytes = charset === "utf-8" ? utf8.encode(lines) : new Uint8Array(lines.length * unit);
  if (charset !== "utf-8") {
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < lines.length; at++) {
      if (unit === 2) view.setUint16(at * 2, lines.charCodeAt(at), true);
      else view.setUint8(at, lines.charCodeAt(at));
    }
  }
  return encoded([`Content-Type: ${type}; charset="${charset}"${parameters}`], bytes, encoding);
}

export function filePart(
  type: string,
  name: string,
  bytes: Uint8Array | string,
  { disposition = "attachment", encoding = "base64" as Encoding, parameters = "" } = {},
): SourcePart {
  return encoded(
    [
      `Content-Type: ${type}; name="${name}"${parameters}`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
    ],
    typeof bytes === "string" ? utf8.encode(bytes) : bytes,
    encoding,
  );
}

export function multipart(
  subtype: string,
  parts: readonly SourcePart[],
  { boundary = `=_${crypto.randomUUID()}`, parameters = "" } = {},
): SourcePart {
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n`, sourceOf(part), "\r\n"]);
  return {
    fields: [`Content-Type: multipart/${subtype}; boundary="${boundary}"${parameters}`],
    body: joined(["Nothing to read here.\r\n", ...pieces, `--${boundary}--\r\n`]),
  };
}

export const mixed = (...parts: readonly SourcePart[]) => multipart("mixed", parts);
export const alternative = (...parts: readonly SourcePart[]) => multipart("alternative", parts);
export const related = (...parts: readonly SourcePart[]) => multipart("related", parts);
export const signed = (...parts: readonly SourcePart[]) => multipart("signed", parts);

/** A part of this type. The body is already encoded. */
export function typed(type: string, body: string): SourcePart {
  return { fields: [`Content-Type: ${type}`], body: utf8.encode(body) };
}

/** The bytes of a mail, or of a part with its fields. */
export function sourceOf({ fields, body }: SourcePart, more: readonly string[] = []): Uint8Array {
  return joined([...[...more, ...fields].map((field) => `${field}\r\n`), "\r\n", body]);
}

/** A mail from jane@example.com with the required fields. */
export function mailOf(part: SourcePart, more: readonly string[] = []): Uint8Array {
  return sourceOf(part, [
    "From: Jane Doe <jane@example.com>",
    "To: reply@example.edu",
    "Message-ID: <answer-1@example.com>",
    "MIME-Version: 1.0",
    ...more,
  ]);
}

function encoded(fields: readonly string[], bytes: Uint8Array, encoding: Encoding): SourcePart {
  const body = encoding === "base64"
    ? utf8.encode(bytes.toBase64().replace(/.{76}/g, "$&\r\n"))
    : encoding === "quoted-printable"
    ? utf8.encode(quotedPrintable(bytes))
    : bytes;
  return { fields: [...fields, `Content-Transfer-Encoding: ${encoding}`], body };
}

function quotedPrintable(bytes: Uint8Array): string {
  let source = "";
  let length = 0;
  for (const [at, byte] of bytes.entries()) {
    const isBreak = byte === 13 && bytes[at + 1] === 10;
    const isBlankAtEnd = byte === 32 && (bytes[at + 1] === 13 || at === bytes.length - 1);
    const isPlain = byte >= 32 && byte < 127 && byte !== 61 && !isBlankAtEnd;
    const code = `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    const piece = isBreak || isPlain || (byte === 10 && bytes[at - 1] === 13)
      ? String.fromCharCode(byte)
      : code;
    length = byte === 10 ? 0 : length + piece.length;
    if (length > 72) {
      source += "=\r\n";
      length = piece.length;
    }
    source += piece;
  }
  return source;
}

export function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = pieces.map((piece) => typeof piece === "string" ? utf8.encode(piece) : piece);
  return new Uint8Array(Buffer.concat(bytes));
}
