/**
 * Reads signed data (S/MIME). Signatures are ignored, because only the mail's author matters here.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5652#section-5}
 */
import { RefusedMail } from "./parts.ts";

/** Enveloped data, and authenticated enveloped data. */
const encrypted = ["2a864886f70d010703", "2a864886f70d0109100117"];
const signed = "2a864886f70d010702";

/** Programs write pieces of 1 KB or more. */
const maxPieces = 20_000;
const maxDepth = 8;

const [SEQUENCE, OBJECT_ID, OCTETS, OCTETS_IN_PIECES, CONTEXT_0] = [0x30, 0x06, 0x04, 0x24, 0xa0];

/** The signed mail, from BER or DER. @throws {RefusedMail} If neither signed nor encrypted. */
export function openSignedData(bytes: Uint8Array): Uint8Array | "encrypted" {
  const reader = new BerReader(bytes);
  reader.enter(SEQUENCE);
  const type = reader.take(OBJECT_ID).toHex();
  if (encrypted.includes(type)) return "encrypted";
  if (type !== signed) throw new RefusedMail("unreadable");
  reader.enter(CONTEXT_0);
  reader.enter(SEQUENCE);
  // The version, and the digests' names.
  reader.skip();
  reader.skip();
  reader.enter(SEQUENCE);
  reader.take(OBJECT_ID);
  reader.enter(CONTEXT_0);
  return reader.takeOctets();
}

/** Steps through elements. Lengths are bounded by the existing bytes. */
class BerReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  enter(tag: number) {
    this.#head(tag);
  }

  take(tag: number): Uint8Array {
    return this.#content(this.#head(tag));
  }

  skip(depth = 0) {
    const length = this.#head();
    if (length !== undefined) return void this.#content(length);
    if (depth > maxDepth) throw new RefusedMail("unreadable");
    while (!this.#isAtEnd()) this.skip(depth + 1);
  }

  /** An octet string, in one piece or several. */
  takeOctets(): Uint8Array {
    if (this.bytes[this.#at] === OCTETS) return this.take(OCTETS);
    const length = this.#head(OCTETS_IN_PIECES);
    const end = length === undefined ? Infinity : this.#at + length;
    const pieces: Uint8Array[] = [];
    while (this.#at < end && !(length === undefined && this.#isAtEnd())) {
      if (pieces.push(this.take(OCTETS)) > maxPieces) throw new RefusedMail("unreadable");
    }
    return Buffer.concat(pieces);
  }

  /** The content's length; `undefined` if a mark ends it. */
  #head(tag?: number): number | undefined {
    const found = this.#byte();
    if (tag !== undefined && found !== tag) throw new RefusedMail("unreadable");
    const first = this.#byte();
    if (first < 0x80) return first;
    if (first === 0x80) return undefined;
    let length = 0;
    for (let left = first & 0x7f; left > 0; left--) length = length * 256 + this.#byte();
    return length;
  }

  #content(length: number | undefined): Uint8Array {
    const end = this.#at + (length ?? Infinity);
    if (end > this.bytes.length) throw new RefusedMail("unreadable");
    const content = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return content;
  }

  /** Whether indefinite content ends here; then its end is skipped. */
  #isAtEnd(): boolean {
    const isEnd = this.bytes[this.#at] === 0 && this.bytes[this.#at + 1] === 0;
    if (isEnd) this.#at += 2;
    return isEnd;
  }

  #byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined) throw new RefusedMail("unreadable");
    return byte;
  }
}
