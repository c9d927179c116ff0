import { type Resolve, resolveByDns } from "../../dns.ts";
import { allows, parseSignature, type Signature } from "./dkim-tags.ts";
import { splitMail, valueOf } from "./header-fields.ts";

const maxSignatures = 20;

interface DkimSettings {
  readonly resolve?: Resolve;
  readonly now?: Date;
  /** The time limit of all lookups of a mail together. */
  readonly patienceMs?: number;
}

/** Fields that mailauth's types lack. */
interface Verdict {
  readonly status: { readonly result: string };
  readonly signature?: string;
  /** The key's DNS record. */
  readonly rr?: string;
}

/**
 * Whether a DKIM signature is valid, by mailauth, and of the author's domain or organization.
 * Recipients aren't signed, so a mail can be sent again to others; the reply address and the mail's
 * id stop that. Some mails take long, so it runs in a worker with a time limit.
 *
 * @param domain The author's, in ASCII.
 */
export async function isSignedBy(
  domain: string,
  source: Uint8Array,
  { resolve = resolveByDns, now = new Date(), patienceMs = 5000 }: DkimSettings = {},
): Promise<boolean> {
  const all = (splitMail(source)?.fields ?? []).filter(({ name }) => name === "dkim-signature");
  if (all.length > maxSignatures) return false;
  const signatures = new Map<string, Signature>();
  for (const field of all) {
    const signature = parseSignature(valueOf(field));
    if (signature && await haveSameOrganization(signature.domain, domain)) {
      signatures.set(signature.bytes, signature);
    }
  }
  if (signatures.size === 0) return false;
  const late = AbortSignal.timeout(patienceMs);
  const silence = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(late.reason));
  });
  silence.catch(() => {});
  const { dkimVerify }: Pick<typeof import("mailauth"), "dkimVerify"> = await import(
    "mailauth/lib/dkim/verify.js"
  );
  const { results }: { readonly results: readonly Verdict[] } = await dkimVerify(
    Buffer.from(source),
    {
      curTime: now,
      async resolver(name: string) {
        const records = await Promise.race([resolve(name, "TXT"), silence]);
        // Some zones have other TXT records under the same name.
        return records.filter((record) => /(?:^|;)\s*p\s*=/.test(record)).map((record) => [record]);
      },
    },
  );
  return results.some(({ status, signature = "", rr = "" }) => {
    const known = signatures.get(signature);
    return known !== undefined && status.result === "pass" && allows(rr, known);
  });
}

/** Whether two domains are equal or have the same registered domain. */
async function haveSameOrganization(signing: string, domain: string): Promise<boolean> {
  if (signing === domain) return true;
  // Loaded when needed: most mails are signed by exactly their author's domain.
  const { getDomain } = await import("tldts");
  // Also knows domains under which companies give names to others.
  const organization = getDomain(domain, { allowPrivateDomains: true });
  return organization !== null &&
    organization === getDomain(signing, { allowPrivateDomains: true });
}
