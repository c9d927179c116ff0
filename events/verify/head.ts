import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Database } from "../database.ts";
import { type Finding, type LogHead, verifyLog } from "./verify-log.ts";

/**
 * A head with the program's signature. Kept somewhere else, it shows later that nothing of the log
 * was cut off or written anew.
 */
export const SignedHead = z.strictObject({
  position: z.number().int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601. */
  at: z.iso.datetime(),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SignedHead = z.infer<typeof SignedHead>;

/** @param secret Known to the program alone, such as its claim key. */
export function signHead({ position, digest }: LogHead, at: Date, secret: Uint8Array): SignedHead {
  const head = { position, digest, at: at.toISOString() };
  return { ...head, signature: signatureOf(head, secret) };
}

/** Whether the log still has what it had when the head was signed. */
export async function verifyHead(
  database: Database,
  head: SignedHead,
  secret: Uint8Array,
): Promise<Finding[]> {
  const expected = signatureOf(head, secret);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(head.signature))) {
    return [{ position: undefined, what: "The head was not signed with this program's secret" }];
  }
  const now = await verifyLog(database, { until: head.position });
  if (now.head.position < head.position) {
    return [{
      position: now.head.position,
      what: `The log ends here, but reached position ${head.position} when the head was signed`,
    }];
  }
  if (now.head.digest === head.digest) return [];
  return [{
    position: head.position,
    what: "The events up to here are not those that the head was signed for",
  }];
}

function signatureOf(
  { position, digest, at }: Pick<SignedHead, "position" | "digest" | "at">,
  secret: Uint8Array,
): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "log head", 32));
  return createHmac("sha256", key).update(`${position}\n${digest}\n${at}`).digest("hex");
}
