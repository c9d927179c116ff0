/** Content of a part: transfer encodings and character sets. */
import type { Part } from "./parts.ts";

/** Characters outside the encoding are ignored. */
export function decodeBody({ headers, body }: Part): Uint8Array {
  const encoding = headers.first("content-transfer-encoding").toLowerCase();
  if (encoding.includes("base64")) return decodeBase64(body);
  return encoding.includes("quoted-printable") ? decodeQuotedPrintable(body) : body;
}

/** Invalid bytes become U+FFFD. */
export function decodeText(part: Part): string {
  const bytes = decodeBody(part);
  return decodeAs(part.type.parameters.get("charset") ?? "us-ascii", bytes);
}

/** Words of a header field that are encoded by RFC 2047. Some programs split a character between two. */
export function decodeWords(field: string): string {
  return field.replaceAll(encodedWords, (run) => {
    const words: { charset: string; bytes: Uint8Array[] }[] = [];
    for (const [, charset = "", encoding, text = ""] of run.matchAll(encodedWord)) {
      const encoded = new TextEncoder().encode(text);
      const isBase64 = encoding?.toLowerCase() === "b";
      const bytes = isBase64
        ? decodeBase64(encoded)
        : decodeQuotedPrintable(encoded.map((byte) => byte === UNDERSCORE ? SPACE : byte));
      const last = words.at(-1);
      if (last?.charset === charset) last.bytes.push(bytes);
      else words.push({ charset, bytes: [bytes] });
    }
    const end = /\s*$/.exec(run)?.[0] ?? "";
    return words.map(({ charset, bytes }) => decodeAs(charset, Buffer.concat(bytes))).join("") +
      end;
  });
}

const encodedWord = /=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([bq])\?([^?]*)\?=/gi;
const encodedWords = new RegExp(`(?:${encodedWord.source}\\s*)+`, "gi");
const UNDERSCORE = 95;

function decodeAs(charset: string, bytes: Uint8Array): string {
  const label = charset.trim().toLowerCase();
  // Some programs declare ASCII, or nothing, for other encodings.
  if (label === "us-ascii" || label === "ascii") return decodeUnlabeled(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decodeUnlabeled(bytes);
  }
}

function decodeUnlabeled(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const pad = 64;
const base64Values = new Uint8Array(256).fill(255);
base64Values.set([pad], "=".charCodeAt(0));
for (let value = 0; value < 64; value++) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  base64Values[alphabet.charCodeAt(value)] = value;
}

/** The platform's decoder ends at the first padding, but some programs pad every line. */
function decodeBase64(encoded: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil(encoded.length * 3 / 4));
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; at < encoded.length; at++) {
    const value = base64Values[encoded[at]!]!;
    if (value === pad) bitCount = 0;
    if (value >= pad) continue;
    bits = (bits << 6 | value) & 0xfff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    decoded[length++] = bits >> bitCount;
  }
  return decoded.subarray(0, length);
}

/** Invalid bytes are so negative that sums with them are, too. */
const hexValues = new Int16Array(256).fill(-1000);
for (let value = 0; value < 16; value++) {
  hexValues[value.toString(16).charCodeAt(0)] = value;
  hexValues[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

const [LF, CR, SPACE, TAB, EQUALS] = [10, 13, 32, 9, 61];

function decodeQuotedPrintable(encoded: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at]!;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const code = hexValues[encoded[at + 1] ?? 0]! * 16 + hexValues[encoded[at + 2] ?? 0]!;
    if (code >= 0) {
      decoded[length++] = code;
      at += 2;
      continue;
    }
    // A soft line break; servers add blanks at its end.
    let end = at + 1;
    while (encoded[end] === SPACE || encoded[end] === TAB) end += 1;
    if (encoded[end] === CR) end += 1;
    if (encoded[end] === LF || end >= encoded.length) at = end;
    else decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}
