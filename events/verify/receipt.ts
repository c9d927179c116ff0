/**
 * Receipt of an erasure: identifies its event, signed by the program. It doesn't name the member,
 * who has it. One line of text, to be mailed, printed and typed.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../derive-key.ts";
import type { Recorded } from "../log/event-log.ts";

export interface ErasureReceipt {
  readonly erasureId: string;
  readonly position: number;
  readonly at: string;
  /** Hash of that event over its predecessor, in hex. */
  readonly hash: string;
  /** The program's signature over all of it, in hex. */
  readonly signature: string;
}

type ReadReceipt =
  | { readonly is: "receipt"; readonly receipt: ErasureReceipt }
  /** A receipt with wrong or missing characters. */
  | { readonly is: "mistyped" }
  | { readonly is: "nothing" };

/** Beginning of a receipt's line; the number is its format. */
const beginning = "erasure1";
const checkLength = 8;
const line = new RegExp(
  `^${beginning}_([0-9a-f-]{36})_(\\d{1,15})_(\\d{4}-\\d\\d-\\d\\dt[\\d:.]{12}z)` +
    `_([0-9a-f]{64})_([0-9a-f]{32})_([0-9a-f]{${checkLength}})`,
);

/** @param secret Secret of the program, such as its claim key. */
export function issueReceipt(
  { eventId, position, atMs, hash }: Pick<Recorded, "eventId" | "position" | "atMs" | "hash">,
  secret: Uint8Array,
): ErasureReceipt {
  const facts = { erasureId: eventId, position, at: new Date(atMs).toISOString(), hash };
  return { ...facts, signature: signatureOf(facts, secret) };
}

/** The receipt as one line without spaces, ending with a check of its characters. */
export function receiptLine(receipt: ErasureReceipt): string {
  const content = `${factsLine(receipt)}_${receipt.signature}`;
  return `${content}_${checkOf(content)}`;
}

/** Finds a receipt's line in a text. Capitals and line breaks don't matter. */
export function readReceipt(text: string): ReadReceipt {
  const plain = text.toLowerCase().replaceAll(/\s+/g, "");
  // The surrounding text may contain the beginning, too.
  const starts = [...plain.matchAll(new RegExp(`${beginning}_`, "g"))].map(({ index }) => index);
  if (starts.length === 0) return { is: "nothing" };
  for (const start of starts) {
    const [whole, erasureId = "", position, at = "", hash = "", signature = ""] =
      line.exec(plain.slice(start)) ?? [];
    const facts = { erasureId, position: Number(position), at: at.toUpperCase(), hash };
    const receipt = { ...facts, signature };
    if (whole === receiptLine(receipt)) return { is: "receipt", receipt };
  }
  return { is: "mistyped" };
}

export function isSigned(receipt: ErasureReceipt, secret: Uint8Array): boolean {
  const expected = signatureOf(receipt, secret);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(receipt.signature));
}

type Facts = Omit<ErasureReceipt, "signature">;

function factsLine({ erasureId, position, at, hash }: Facts): string {
  return [beginning, erasureId, position, at, hash].join("_").toLowerCase();
}

/** Half of the digest: 128 bits can't be guessed, and are less to type. */
function signatureOf(facts: Facts, secret: Uint8Array): string {
  const key = deriveKey(secret, "erasure receipt");
  return createHmac("sha256", key).update(factsLine(facts)).digest("hex").slice(0, 32);
}

/** Distinguishes typing errors from forgeries: anyone can compute it. */
function checkOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, checkLength);
}
