import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKey } from "../derive-key.ts";

export type Key = Uint8Array;

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const leastPaddedBytes = 256;
const space = " ".charCodeAt(0);

export function newKey(): Key {
  return new Uint8Array(randomBytes(32));
}

/** The key-encryption key, which wraps the members' keys, of a program's secret of 32 bytes. */
export function kekOf(secret: Uint8Array): Key {
  return deriveKey(secret, "alumni-connect key-encryption key");
}

/** Identifies a key-encryption key without revealing it. */
export function kekIdOf(kek: Key): string {
  return createHash("sha256").update(kek).digest("hex").slice(0, 16);
}

/**
 * Encrypts: nonce, ciphertext, tag. `context` names what the content belongs to, and must be equal
 * when it is opened, so that payloads can't be swapped.
 *
 * @param nonce 12 bytes, never used twice under one key; random by default.
 */
export function seal(
  key: Key,
  context: string,
  content: Uint8Array,
  nonce: Uint8Array = randomBytes(nonceBytes),
): Uint8Array {
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(context));
  return new Uint8Array(
    Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]),
  );
}

/** Pads JSON with spaces to 256 bytes, or a doubling of that, so that its length reveals little. */
export function padded(json: Uint8Array): Uint8Array {
  let bytes = leastPaddedBytes;
  while (bytes < json.length) bytes *= 2;
  const content = new Uint8Array(bytes).fill(space);
  content.set(json);
  return content;
}

/** @throws {Error} When the key or context is another one, or the bytes were changed. */
export function open(key: Key, context: string, sealed: Uint8Array): Uint8Array {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  const content = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
  // In this mode the content is complete here; the end only checks the tag.
  decipher.final();
  return new Uint8Array(content.buffer, content.byteOffset, content.length);
}

export function sealJson(key: Key, context: string, value: unknown): Uint8Array {
  return seal(key, context, padded(new TextEncoder().encode(JSON.stringify(value))));
}

/**
 * @param sealed A column of a row.
 * @throws {Error} When it is no sealed JSON of this key and context.
 */
export function openJson(key: Key, context: string, sealed: unknown): unknown {
  if (!(sealed instanceof ArrayBuffer)) throw new Error("The row has no sealed content");
  return JSON.parse(new TextDecoder().decode(open(key, context, new Uint8Array(sealed))));
}
