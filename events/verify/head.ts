import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Database } from "../database.ts";
import { createLogDigest, type LogDigest } from "./log-digest.ts";
import type { Finding, LogHead } from "./verify-log.ts";

/**
 * A head with the program's signature. Stored elsewhere, it later reveals a log that was cut off or rewritten.
 */
export const SignedHead = z.strictObject({
  position: z.number().int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601. */
  at: z.iso.datetime(),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SignedHead = z.infer<typeof SignedHead>;

/** @param secret Secret of the program, such as its claim key. */
export function signHead({ position, digest }: LogHead, at: Date, secret: Uint8Array): SignedHead {
  const head = { position, digest, at: at.toISOString() };
  return { ...head, signature: signatureOf(head, secret) };
}

export function isSignedHead(head: SignedHead, secret: Uint8Array): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(head, secret)), Buffer.from(head.signature));
}

/** Whether the log still contains what it had when the head was signed. */
export async function verifyHead(
  database: Pick<Database, "read">,
  head: SignedHead,
  secret: Uint8Array,
): Promise<Finding[]> {
  if (!isSignedHead(head, secret)) {
    return [{ position: undefined, what: "The head was not signed with this program's secret" }];
  }
  const { finding } = await compareHeads(createLogDigest(database), [head]);
  return finding === undefined ? [] : [finding];
}

/** How far a log matches its heads. */
export interface HeadsVerdict {
  /** Position of the last matching head; 0 if none matches. */
  readonly fitsTo: number;
  /** About the first head that doesn't match: no later one does, either. */
  readonly finding: Finding | undefined;
}

/**
 * Compares a log with heads of it, all in one go.
 *
 * @param log At its beginning; afterwards it is at the last head that was looked at.
 * @param heads Signed; in order of position.
 */
export async function compareHeads(
  log: LogDigest,
  heads: readonly SignedHead[],
): Promise<HeadsVerdict> {
  let fitsTo = 0;
  for (const { position, digest, at } of heads) {
    const now = await log.advance(position);
    const when = `when a head of it was signed at ${at}`;
    if (now.position < position) {
      const what = `The log ends here, but reached position ${position} ${when}`;
      return { fitsTo, finding: { position: now.position, what } };
    }
    if (now.digest !== digest) {
      const what =
        `The events after position ${fitsTo}, up to here, are not those that the log had ` +
        when;
      return { fitsTo, finding: { position, what } };
    }
    fitsTo = position;
  }
  return { fitsTo, finding: undefined };
}

function signatureOf(
  { position, digest, at }: Pick<SignedHead, "position" | "digest" | "at">,
  secret: Uint8Array,
): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "log head", 32));
  return createHmac("sha256", key).update(`${position}\n${digest}\n${at}`).digest("hex");
}
