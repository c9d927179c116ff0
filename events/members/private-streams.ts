import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

/**
 * Private streams: each member has a second stream, for what is between them and others. Its name is the member's id,
 * encrypted: without the secret, nothing tells whose it is. It can still be told when the member's key is lost or
 * destroyed, so that what stands there can be erased.
 */
export interface PrivateStreams {
  /** The private stream of a member. */
  of(memberId: string): string;
  /** Whose a stream is, private or not. */
  ownerOf(stream: string): string;
}

const prefix = "private-";
const algorithm = "aes-256-cbc";
/** One name a member, always the same: ids are random from their first characters on. */
const noNonce = new Uint8Array(16);

/** @param claimKey Never changes. */
export function createPrivateStreams(claimKey: Uint8Array): PrivateStreams {
  const key = new Uint8Array(hkdfSync("sha256", claimKey, new Uint8Array(), "private stream", 32));
  return {
    of(memberId) {
      const cipher = createCipheriv(algorithm, key, noNonce);
      const name = cipher.update(memberId, "utf8", "base64url") + cipher.final("base64url");
      return `${prefix}${name}`;
    },
    ownerOf(stream) {
      if (!isPrivateStream(stream)) return stream;
      try {
        const decipher = createDecipheriv(algorithm, key, noNonce);
        return decipher.update(stream.slice(prefix.length), "base64url", "utf8") +
          decipher.final("utf8");
      } catch {
        // Somebody has written into the log: it is nobody's.
        return stream;
      }
    },
  };
}

export function isPrivateStream(stream: string): boolean {
  return stream.startsWith(prefix);
}
