import { createHash, verify } from "node:crypto";
import type { Resolve } from "../../dns.ts";
import { type Canonicalization, parseKey, parseSignature, type Signature } from "./dkim-tags.ts";
import type { HeaderField, SplitMail } from "./header-fields.ts";

const maxSignatures = 20;
/** For all lookups of a mail. */
const patienceMs = 5000;

/**
 * Whether a DKIM signature is valid, and of the author's domain or organization. Recipients aren't
 * signed, so a mail can be sent again to others; the reply address and the mail's id stop that.
 *
 * @param domain The author's, in ASCII.
 */
export async function isSignedBy(
  domain: string,
  mail: SplitMail,
  { resolve, now }: { resolve: Resolve; now: () => Date },
): Promise<boolean> {
  const hashes = new Map<Canonicalization, string>();
  const bodyHash = (how: Canonicalization) => {
    const known = hashes.get(how) ?? sha256(canonicalBody(mail.body, how)).toString("base64");
    hashes.set(how, known);
    return known;
  };
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    const all = mail.fields.filter(({ name }) => name === "dkim-signature");
    for (const field of all.slice(0, maxSignatures)) {
      const signature = parseSignature(field, now());
      if (signature === undefined || !await isOfOneOrganization(signature.domain, domain)) continue;
      if (signature.bodyHash !== bodyHash(signature.body)) continue;
      const records = await Promise.race([resolve(signature.keyName, "TXT"), late.promise])
        .catch(() => []);
      if (records === undefined) return false;
      if (isRight(signature, records, mail.fields)) return true;
    }
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether two domains are equal or have the same registered domain. */
async function isOfOneOrganization(signing: string, domain: string): Promise<boolean> {
  if (signing === domain) return true;
  // Loaded when needed: most mails are signed by exactly their author's domain.
  const { getDomain } = await import("tldts");
  // Also below domains under which companies give names to others.
  const organization = getDomain(domain, { allowPrivateDomains: true });
  return organization !== null &&
    organization === getDomain(signing, { allowPrivateDomains: true });
}

function isRight(
  signature: Signature,
  records: readonly string[],
  fields: readonly HeaderField[],
): boolean {
  // Some zones have other texts under the same name.
  const [key] = records.slice(0, 5).flatMap((record) => parseKey(record, signature) ?? []);
  if (key === undefined) return false;
  const text = Buffer.from(signedHeaders(signature, fields), "latin1");
  try {
    return signature.type === "rsa"
      ? verify("sha256", text, key, signature.bytes)
      : verify(null, sha256(text), key, signature.bytes);
  } catch {
    return false;
  }
}

/** The signed headers, each the lowest one not taken yet, and the signature's own. */
function signedHeaders(signature: Signature, fields: readonly HeaderField[]): string {
  const rest = Map.groupBy(fields, ({ name }) => name);
  const lines = signature.signed.flatMap((name) => {
    const field = rest.get(name)?.pop();
    return field === undefined ? [] : [`${canonicalHeader(field.line, signature.header)}\r\n`];
  });
  return lines.join("") + canonicalHeader(signature.line, signature.header);
}

function canonicalHeader(line: string, how: Canonicalization): string {
  if (how === "simple") return line;
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1).replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
  return `${line.slice(0, colon).replace(/[ \t]+/g, "").toLowerCase()}:${value}`;
}

const [tab, lf, cr, space] = [9, 10, 13, 32] as const;

/** With CR LF at the end of each line, and without empty lines at the end. */
function canonicalBody(body: Uint8Array, how: Canonicalization): Uint8Array {
  const isRelaxed = how === "relaxed";
  const made = new Uint8Array(2 * body.length + 2);
  let size = 0;
  let end = 0;
  let isSpacePending = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === lf) {
      made[size++] = cr;
      made[size++] = lf;
      isSpacePending = false;
    } else if (isRelaxed && (byte === space || byte === tab)) {
      isSpacePending = true;
    } else if (byte !== cr || body[at + 1] !== lf) {
      if (isSpacePending) made[size++] = space;
      isSpacePending = false;
      made[size++] = byte;
      end = size;
    }
  }
  if (end === 0 && isRelaxed) return new Uint8Array();
  made[end++] = cr;
  made[end++] = lf;
  return made.subarray(0, end);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
