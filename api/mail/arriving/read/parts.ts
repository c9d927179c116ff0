/** Parts of a mail, found in one pass. Nothing is decoded here, so attachments cost nothing. */
import type { Content } from "../arriving-mail.ts";
import { MailHeaders, type Parameterized, readParameters } from "./headers.ts";

/** A mail that isn't read to its end, and why. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";

  constructor(readonly reason: Extract<Content, { is: "refused" }>["reason"]) {
    super(`Mail is ${reason}`);
  }
}

export interface Part {
  readonly headers: MailHeaders;
  readonly type: Parameterized;
  /** Bytes of the mail, still in their transfer encoding. */
  readonly body: Uint8Array;
  /** Empty unless the type is `multipart/…`. */
  readonly parts: readonly Part[];
}

/** @throws {RefusedMail} When they are longer than 64 KB. */
export function readHeaders(source: Uint8Array): MailHeaders {
  return new Walk(source).headAt(0).headers;
}

export function readParts(source: Uint8Array): Part {
  return new Walk(source).run();
}

// Mail programs stay far below these.
const maxHeaderBytes = 65_536;
const maxDepth = 10;
const maxParts = 200;
const maxBoundary = 200;
/** No delimiter is longer. */
const maxLineBytes = 1000;
/** Lines that start as delimiters do; comparing more of them takes too long. */
const maxDashedLines = 50_000;

/** A part whose end has not been found yet. */
interface OpenPart extends Part {
  body: Uint8Array;
  readonly parts: OpenPart[];
  readonly bodyAt: number;
  readonly boundary: string;
}

const [LF, CR, DASH] = [10, 13, 45];

class Walk {
  /** From the whole mail to the current part. */
  readonly #open: OpenPart[] = [];
  #partCount = 0;
  #headerBytes = 0;
  #dashedLines = 0;

  constructor(private readonly bytes: Uint8Array) {}

  run(): Part {
    const root = this.#begin(0, "text/plain");
    let at = this.#dashesFrom(root.bodyAt);
    while (at < this.bytes.length && this.#open.length > 0) {
      let next = this.#lineAfter(at);
      const delimiter = this.#delimiterAt(at, next);
      if (delimiter !== undefined) this.#close(delimiter.level + (delimiter.isLast ? 0 : 1), at);
      if (delimiter?.isLast === false) {
        const parent = this.#open[delimiter.level]!;
        const isDigest = parent.type.value === "multipart/digest";
        const part = this.#begin(next, isDigest ? "message/rfc822" : "text/plain");
        parent.parts.push(part);
        next = part.bodyAt;
      }
      at = this.#dashesFrom(next);
    }
    return root;
  }

  headAt(start: number): { headers: MailHeaders; bodyAt: number } {
    const bytes = this.bytes;
    let line = start;
    let bodyAt = start;
    while (line < bytes.length) {
      bodyAt = line;
      const next = this.#lineAfter(line);
      const isEmpty = bytes[line] === LF || (bytes[line] === CR && bytes[line + 1] === LF);
      // A part without a body ends where the next one begins.
      if (!isEmpty && this.#delimiterAt(line, next) !== undefined) break;
      bodyAt = next;
      if (isEmpty) break;
      line = bodyAt;
      if (line - start > maxHeaderBytes) throw new RefusedMail("unreadable");
    }
    // Of all parts together at most as long as the mail's.
    this.#headerBytes += line - start;
    if (this.#headerBytes > 2 * maxHeaderBytes) throw new RefusedMail("unreadable");
    return { headers: new MailHeaders(bytes.subarray(start, line)), bodyAt };
  }

  #begin(at: number, defaultType: string): OpenPart {
    this.#partCount += 1;
    if (this.#partCount > maxParts) throw new RefusedMail("unreadable");
    const { headers, bodyAt } = this.headAt(at);
    const type = readParameters(headers.first("content-type") || defaultType);
    const isMultipart = type.value.startsWith("multipart/");
    const boundary = isMultipart ? type.parameters.get("boundary") ?? "" : "";
    if (boundary.length > maxBoundary) throw new RefusedMail("unreadable");
    const body = this.bytes.subarray(bodyAt);
    const part: OpenPart = { headers, type, body, parts: [], bodyAt, boundary };
    this.#open.push(part);
    if (this.#open.length > maxDepth) throw new RefusedMail("unreadable");
    return part;
  }

  /** Ends the open parts from this level on, before the line at `at`. */
  #close(level: number, at: number) {
    // The line break before a delimiter belongs to it.
    let end = at;
    if (this.bytes[end - 1] === LF) end -= 1;
    if (this.bytes[end - 1] === CR) end -= 1;
    for (const part of this.#open.splice(level)) {
      part.body = part.body.subarray(0, Math.max(0, end - part.bodyAt));
    }
  }

  #delimiterAt(line: number, next: number): { level: number; isLast: boolean } | undefined {
    const { bytes } = this;
    if (bytes[line] !== DASH || bytes[line + 1] !== DASH || next - line > maxLineBytes) {
      return undefined;
    }
    this.#dashedLines += 1;
    if (this.#dashedLines > maxDashedLines) throw new RefusedMail("unreadable");
    const text = utf8.decode(bytes.subarray(line + 2, next)).trimEnd();
    const level = this.#open.findLastIndex(({ boundary }) =>
      boundary !== "" && (text === boundary || text === `${boundary}--`)
    );
    return level < 0 ? undefined : { level, isLast: text !== this.#open[level]?.boundary };
  }

  /** Next line from `at` on that begins like a delimiter; the end without one. */
  #dashesFrom(at: number): number {
    const { bytes } = this;
    for (let line = at; line < bytes.length; line++) {
      const hasDashes = bytes[line] === DASH && bytes[line + 1] === DASH;
      if (hasDashes && (line === at || bytes[line - 1] === LF)) return line;
    }
    return bytes.length;
  }

  #lineAfter(at: number): number {
    const end = this.bytes.indexOf(LF, at);
    return end < 0 ? this.bytes.length : end + 1;
  }
}

const utf8 = new TextDecoder();
