import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret for a cookie or a link: 256 random bits, fit for a URL. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: whoever reads the database cannot use it. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares secrets in a time that does not tell how much of them is right. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
