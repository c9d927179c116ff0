import { createPublicKey, type KeyObject } from "node:crypto";
import { asciiDomain } from "./author.ts";
import { type HeaderField, valueOf } from "./header-fields.ts";

/** Canonicalization: unchanged, or with normalized white space (RFC 6376, section 3.4). */
export type Canonicalization = "simple" | "relaxed";

/** A signature of an accepted kind, not yet verified. */
export interface Signature {
  readonly type: "rsa" | "ed25519";
  readonly domain: string;
  readonly keyName: string;
  /** Whether it signs for the domain itself only, not for subdomains. */
  readonly isOfDomainItself: boolean;
  readonly header: Canonicalization;
  readonly body: Canonicalization;
  /** Names of signed headers, in lower case; a repeated one means the next one above. */
  readonly signed: readonly string[];
  readonly bodyHash: string;
  readonly bytes: Buffer;
  /** The signature's own header without the value of `b`, as it is signed. */
  readonly line: string;
}

/**
 * Reads a `DKIM-Signature` header (RFC 6376, section 3.5).
 * @returns `undefined` when it is malformed, uses SHA-1, has expired, doesn't sign `From`, or signs
 * only the start of the body (`l=`): anything could follow.
 */
export function parseSignature(field: HeaderField, now: Date): Signature | undefined {
  const tags = parseTags(valueOf(field));
  if (tags === undefined) return undefined;
  const tag = (name: string) => tags.get(name) ?? "";
  const [, type] = /^(rsa|ed25519)-sha256$/.exec(tag("a")) ?? [];
  const [header = "", body = "simple"] = (tags.get("c") ?? "simple").split("/");
  const domain = asciiDomain(tag("d"));
  const signed = tag("h").split(":").map((name) => name.trim().toLowerCase());
  const identity = asciiDomain(tags.get("i")?.replace(/^[^]*@/, "") ?? tag("d"));
  const isCurrent = tag("x") === "" ||
    /^\d{1,12}$/.test(tag("x")) && Number(tag("x")) * 1000 > now.getTime();
  if (
    tag("v") !== "1" || type === undefined || !isCanonicalization(header) ||
    !isCanonicalization(body) ||
    domain === undefined || !/^[a-z0-9_.-]{1,200}$/i.test(tag("s")) || !signed.includes("from") ||
    identity !== domain && !identity?.endsWith(`.${domain}`) || tags.has("l") || !isCurrent ||
    !/^dns\/txt$|^$/.test(tag("q"))
  ) return undefined;
  return {
    type: type as Signature["type"],
    domain,
    keyName: `${tag("s")}._domainkey.${domain}`,
    isOfDomainItself: identity === domain,
    header,
    body,
    signed,
    bodyHash: withoutSpaces(tag("bh")),
    bytes: Buffer.from(withoutSpaces(tag("b")), "base64"),
    line: field.line.split(";").map((part) => part.replace(/^([^=:]*:)?(\s*b\s*=)[^]*$/, "$1$2"))
      .join(";"),
  };
}

function isCanonicalization(name: string): name is Canonicalization {
  return name === "simple" || name === "relaxed";
}

/**
 * The public key in a DNS record (RFC 6376, section 3.6.1).
 * @returns `undefined` when it is revoked, not for mail or this signature, for tests only, shorter
 * than 1024 bits or longer than 4096.
 */
export function parseKey(record: string, signature: Signature): KeyObject | undefined {
  const tags = parseTags(record);
  if (tags === undefined) return undefined;
  const list = (name: string, fallback: string) =>
    (tags.get(name) ?? fallback).split(":").map((each) => each.trim().toLowerCase());
  const flags = list("t", "");
  const services = list("s", "*");
  if (
    (tags.get("v") ?? "DKIM1") !== "DKIM1" || (tags.get("k") ?? "rsa") !== signature.type ||
    !list("h", "sha256").includes("sha256") ||
    !services.includes("*") && !services.includes("email") ||
    flags.includes("y") || flags.includes("s") && !signature.isOfDomainItself
  ) return undefined;
  const bytes = Buffer.from(withoutSpaces(tags.get("p") ?? ""), "base64");
  const key = signature.type === "rsa" ? bytes : Buffer.concat([ed25519Prefix, bytes]);
  try {
    const made = createPublicKey({ key, format: "der", type: "spki" });
    const { modulusLength: bits = 0, publicExponent = 0n } = made.asymmetricKeyDetails ?? {};
    const isUsual = bits >= 1024 && bits <= 4096 && publicExponent <= 0xffff_ffffn;
    return signature.type === "ed25519" || isUsual ? made : undefined;
  } catch {
    return undefined;
  }
}

/** DER prefix of a 32-byte Ed25519 key. */
const ed25519Prefix = Buffer.from("302a300506032b6570032100", "hex");

/** Tags by name; `undefined` if a part isn't a tag, or one is repeated. */
export function parseTags(text: string): ReadonlyMap<string, string> | undefined {
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

const withoutSpaces = (text: string) => text.replace(/\s+/g, "");
