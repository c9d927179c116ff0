import { createHmac } from "node:crypto";

/** UUID of version 8, the same for the same text. Without the key, it doesn't reveal the text. */
export function keyedUuid(key: Uint8Array, text: string): string {
  const bytes = createHmac("sha256", key).update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] ?? 0) & 0x0f | 0x80;
  bytes[8] = (bytes[8] ?? 0) & 0x3f | 0x80;
  return bytes.toString("hex").replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
