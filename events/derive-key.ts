import { hkdfSync } from "node:crypto";

/** A key of 32 bytes for one use of a secret, by HKDF-SHA256 without a salt. */
export function deriveKey(secret: Uint8Array, use: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), use, 32));
}
