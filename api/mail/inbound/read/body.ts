import { mailPictureMark } from "../../templates/mail-logo.ts";
import { isProse } from "../text/contacts.ts";
import { cutLines } from "../text/cut-text.ts";
import { readHtmlLines, signatureMark } from "../text/html-lines.ts";
import { type Line, splitLines } from "../text/lines.ts";
import {
  decodeBody,
  decodeText,
  maxTextBytes,
  type Part,
  readParts,
  RefusedMail,
} from "./parts.ts";
import { openSignedData } from "./signed-data.ts";

const maxTextLength = 256 * 1024;
/** Limited because a line takes as much memory as a hundred characters. */
const maxLines = 20_000;
const maxSignatures = 2;

/** Replaces signed data by the mail in it. @throws {RefusedMail} If encrypted or invalid. */
export async function openParts(part: Part, signatures = 0): Promise<Part> {
  if (part.type === "multipart/encrypted") throw new RefusedMail("encrypted");
  if (part.parts.length > 0) {
    const opened = part.parts.map((inner) => openParts(inner, signatures));
    return { ...part, parts: await Promise.all(opened) };
  }
  if (!isSignedData(part)) return part;
  if (signatures === maxSignatures) throw new RefusedMail("unreadable");
  const content = openSignedData(await decodeBody(part));
  if (content === "encrypted") throw new RefusedMail("encrypted");
  return await openParts(await readParts(content), signatures + 1);
}

/**
 * Lines of `text/plain` if not empty, otherwise of HTML; and of HTML if only it marks a signature.
 * @throws {RefusedMail} If too long.
 */
export function readLines(mail: Part): Line[] {
  const lines = new LineReader().read(mail);
  if (lines.length > maxLines) throw new RefusedMail("too-long");
  return lines;
}

class LineReader {
  #length = 0;

  read(part: Part): Line[] {
    if (part.type === "multipart/signed") {
      return part.parts.slice(0, 1).flatMap((one) => this.read(one));
    }
    if (part.type === "multipart/alternative") return this.#readAlternative(part.parts);
    if (part.parts.length > 0) return part.parts.flatMap((one) => this.read(one));
    return isText(part) ? this.#readText(part) : [];
  }

  #readAlternative(parts: readonly Part[]): Line[] {
    const plainFirst = parts.toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
    for (const part of plainFirst) {
      const lines = this.read(part);
      if (!hasText(lines)) continue;
      const others = isPlain(part) ? parts.filter((other) => !isPlain(other)) : [];
      return this.#withSignature(others) ?? lines;
    }
    return [];
  }

  /** Lines of HTML in which a program marks a signature, and in which there is other text. */
  #withSignature(parts: readonly Part[]): Line[] | undefined {
    for (const part of parts) {
      if (!mayMarkSignature(part)) continue;
      try {
        const lines = new LineReader().read(part);
        const signed = lines.find(({ is, text }) => is === "signature" && text.trim() !== "");
        // Some people write within the element of their signature.
        if (signed && !isProse(signed.text) && cutLines(lines).text !== "") return lines;
      } catch (error) {
        // Reads only the plain text then.
        if (!(error instanceof RefusedMail)) throw error;
      }
    }
    return undefined;
  }

  #readText(part: Part): Line[] {
    if (part.body.length > maxTextBytes) throw new RefusedMail("too-long");
    const text = decodeText(part);
    this.#length += text.length;
    const isLong = this.#length > maxTextLength ||
      text.split(lineBreak, maxLines).length === maxLines;
    if (isLong) throw new RefusedMail("too-long");
    if (!isPlain(part)) return readHtmlLines(text);
    const { flowed: isFlowed, delSp: deletesSpaces } = part.node;
    return splitLines(removeArmor(text), { isFlowed, deletesSpaces });
  }
}

function hasText(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => text.trim() !== "");
}

/** Most mails have no such mark, so they aren't read twice. */
function mayMarkSignature(part: Part): boolean {
  if (part.parts.length > 0) return part.parts.some(mayMarkSignature);
  return part.type === "text/html" && signatureMark.test(decodeText(part));
}

const lineBreak = /\r\n?|[\n\v\f\x85\u2028\u2029]/;

/** Counts parts other than text, its alternatives, and signatures. */
export function countAttachments(part: Part, isAlternative = false): number {
  const { type } = part;
  if (part.parts.length > 0) {
    const isChoice = type === "multipart/alternative" || isAlternative;
    return part.parts.reduce((sum, inner) => sum + countAttachments(inner, isChoice), 0);
  }
  const isForm = isAlternative && type.startsWith("text/") && !/calendar|vcard/.test(type);
  const isSignature = /^application\/(x-)?(pkcs7|pgp)-signature$/.test(type);
  const isCounted = !(isText(part) || isForm || isSignature || type.startsWith("multipart/"));
  return isCounted && !isOurPicture(part) ? 1 : 0;
}

/** Whether it is a picture of our letter. Programs send it back with the quote. */
function isOurPicture(part: Part): boolean {
  return part.type.startsWith("image/") && part.content.length < 100_000 &&
    Buffer.from(part.content.buffer, part.content.byteOffset, part.content.length)
      .includes(mailPictureMark);
}

/** Whether a part is Outlook's own format, or has parts without a boundary. */
export function hasUnreadablePart({ type, parts }: Part): boolean {
  const isOutlookData = /^application\/(vnd\.)?ms-tnef$/.test(type);
  const isEmpty = type.startsWith("multipart/") && parts.length === 0;
  return isOutlookData || isEmpty || parts.some(hasUnreadablePart);
}

function isText(part: Part): boolean {
  return (isPlain(part) || part.type === "text/html") && part.node.disposition !== "attachment" &&
    part.fileName === "";
}

/** Parts without a valid type are plain text. */
function isPlain({ type }: Part): boolean {
  return type === "text/plain" || type === "text" || type === "";
}

function isSignedData(part: Part): boolean {
  return /^application\/(x-)?pkcs7-mime$/.test(part.type) ||
    part.fileName.toLowerCase().endsWith(".p7m");
}

/** Whether it has encrypted PGP (https://www.rfc-editor.org/rfc/rfc9580#section-7). */
export function isPgpMessage(text: string): boolean {
  return /^-----BEGIN PGP MESSAGE-----[ \t]*$/m.test(text);
}

/** Removes signatures and keys, which name their owner, and marks around signed text. */
function removeArmor(text: string): string {
  if (!text.includes("-----BEGIN PGP ")) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const lastEnd = lines.findLastIndex((line) => markOf(line)?.[1] === "END");
  const rest: string[] = [];
  let inside: "head" | "signed" | "armor" | undefined;
  for (const [at, line] of lines.entries()) {
    const [, edge, what] = markOf(line) ?? [];
    if (edge === "BEGIN" && what === "SIGNED MESSAGE") inside = "head";
    // Keeps a block without an end, because it may be the author's text.
    else if (edge === "BEGIN" && what !== "MESSAGE" && at < lastEnd) inside = "armor";
    else if (edge === "END" && inside !== undefined) inside = undefined;
    else if (inside !== "armor" && !(inside === "head" && /^[\w-]+: /.test(line))) {
      const isStuffed = inside === "signed" && line.startsWith("- ");
      rest.push(isStuffed ? line.slice(2) : line);
      if (inside === "head") inside = "signed";
    }
  }
  return rest.join("\n");
}

function markOf(line: string) {
  return /^-----(BEGIN|END) PGP ([A-Z ]+)-----[ \t]*$/.exec(line);
}
