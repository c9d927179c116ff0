/**
 * Receipt of an erasure: names the event of the log that records it, signed by the program. It does not
 * name the member, who keeps it. It is one line of text, so that it can be mailed, printed and typed again.
 *
 * @module
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Recorded } from "../log/event-log.ts";

export interface ErasureReceipt {
  /** Id of the event that erased the member. */
  readonly erasureId: string;
  /** Log position of that event. */
  readonly position: number;
  /** When it was recorded; ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** Hash of that event over its predecessor, in hex. */
  readonly hash: string;
  /** The program's signature over all of it, in hex. */
  readonly signature: string;
}

/** What a text turned out to be. */
export type ReadReceipt =
  | { readonly is: "receipt"; readonly receipt: ErasureReceipt }
  /** A receipt in which characters are wrong or missing. */
  | { readonly is: "mistyped" }
  /** No receipt at all. */
  | { readonly is: "nothing" };

/** How the line of a receipt begins; the number is that of its form. */
const beginning = "erasure1";
const checkLength = 8;
const line = new RegExp(
  `^${beginning}_([0-9a-f-]{36})_(\\d{1,15})_(\\d{4}-\\d\\d-\\d\\dt[\\d:.]{12}z)` +
    `_([0-9a-f]{64})_([0-9a-f]{32})_([0-9a-f]{${checkLength}})`,
);

/** @param secret Known to the program alone, such as its claim key. */
export function issueReceipt(
  { eventId, position, atMs, hash }: Pick<Recorded, "eventId" | "position" | "atMs" | "hash">,
  secret: Uint8Array,
): ErasureReceipt {
  const facts = { erasureId: eventId, position, at: new Date(atMs).toISOString(), hash };
  return { ...facts, signature: signatureOf(facts, secret) };
}

/** The receipt as one line, without spaces, which ends with a check of its characters. */
export function receiptLine(receipt: ErasureReceipt): string {
  const content = `${factsLine(receipt)}_${receipt.signature}`;
  return `${content}_${checkOf(content)}`;
}

/**
 * Finds the line of a receipt in a text, such as a file or a letter. Capitals and line breaks in it do
 * not matter.
 */
export function readReceipt(text: string): ReadReceipt {
  const plain = text.toLowerCase().replaceAll(/\s+/g, "");
  // The words around it may name its beginning, too.
  const starts = [...plain.matchAll(new RegExp(`${beginning}_`, "g"))].map(({ index }) => index);
  if (starts.length === 0) return { is: "nothing" };
  for (const start of starts) {
    const [whole, erasureId, position, at, hash, signature] = line.exec(plain.slice(start)) ?? [];
    if (!whole || !erasureId || !position || !at || !hash || !signature) continue;
    const receipt = {
      erasureId,
      position: Number(position),
      at: at.toUpperCase(),
      hash,
      signature,
    };
    if (receiptLine(receipt) === whole) return { is: "receipt", receipt };
  }
  return { is: "mistyped" };
}

/** Whether this program signed the receipt, exactly as it is. */
export function isSigned(receipt: ErasureReceipt, secret: Uint8Array): boolean {
  const expected = signatureOf(receipt, secret);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(receipt.signature));
}

type Facts = Omit<ErasureReceipt, "signature">;

function factsLine({ erasureId, position, at, hash }: Facts): string {
  return [beginning, erasureId, position, at, hash].join("_").toLowerCase();
}

/** Half of the digest: 128 bits cannot be guessed, and there is less to type. */
function signatureOf(facts: Facts, secret: Uint8Array): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "erasure receipt", 32));
  return createHmac("sha256", key).update(factsLine(facts)).digest("hex").slice(0, 32);
}

/** Tells slips from forgeries: anybody can compute it. */
function checkOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, checkLength);
}
