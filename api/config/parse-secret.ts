import { Buffer } from "node:buffer";

/** 32 bytes in base64 or hex; `undefined` for anything else. */
export function parseSecret(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const bytes = new Uint8Array(Buffer.from(trimmed, isHex ? "hex" : "base64"));
  return bytes.length === 32 ? bytes : undefined;
}
