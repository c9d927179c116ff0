import { asciiDomain } from "./author.ts";

/** Tags by name; `undefined` if a part isn't a tag, or a tag is repeated. */
function parseTags(text: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const equals = part.indexOf("=");
    const name = part.slice(0, Math.max(0, equals)).trim();
    if (equals < 0 && part.trim() === "") continue;
    if (!/^[a-z]\w*$/i.test(name) || tags.has(name)) return undefined;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/** A signature that proves the domain if it is valid. */
export interface Signature {
  readonly domain: string;
  /** Whether it signs only for the domain itself, not for subdomains. */
  readonly isForExactDomain: boolean;
  readonly bytes: string;
}

/**
 * Reads a `DKIM-Signature` header (RFC 6376, section 3.5).
 * @returns `undefined` when it uses SHA-1, doesn't sign `From`, signs for others than its domain, or
 * signs only the start of the body (`l=`), because anything could follow.
 */
export function parseSignature(value: string): Signature | undefined {
  const tags = parseTags(value);
  if (tags === undefined) return undefined;
  const tag = (name: string) => tags.get(name) ?? "";
  const domain = asciiDomain(tag("d"));
  const identity = asciiDomain(tags.get("i")?.replace(/^[^]*@/, "") ?? tag("d"));
  const signed = tag("h").split(":").map((name) => name.trim().toLowerCase());
  if (
    tag("v") !== "1" || !/^(rsa|ed25519)-sha256$/.test(tag("a")) || domain === undefined ||
    identity !== domain && !identity?.endsWith(`.${domain}`) || !signed.includes("from") ||
    tags.has("l") || !/^dns\/txt$|^$/.test(tag("q"))
  ) return undefined;
  return { domain, isForExactDomain: identity === domain, bytes: tag("b").replace(/\s+/g, "") };
}

/** Whether a key's DNS record (RFC 6376, section 3.6.1) allows the signature, and isn't for tests. */
export function allows(record: string, { isForExactDomain }: Signature): boolean {
  const tags = parseTags(record);
  const list = (name: string, fallback: string) =>
    (tags?.get(name) ?? fallback).split(":").map((each) => each.trim().toLowerCase());
  const [flags, services] = [list("t", ""), list("s", "*")];
  return tags !== undefined && list("h", "sha256").includes("sha256") && !flags.includes("y") &&
    (services.includes("*") || services.includes("email")) &&
    (isForExactDomain || !flags.includes("s"));
}
