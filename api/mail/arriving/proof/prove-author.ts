/**
 * Who sent a mail, and whether that is proven: by the receiving server's word, or by a DKIM signature. A mail without
 * proof may still be its author's, such as one within one university: it waits until the author confirms it.
 */
import { type Resolve, resolveByDns } from "../../dns.ts";
import { readStamp } from "./authentication-results.ts";
import { authorOf } from "./author.ts";
import { isSignedBy } from "./dkim.ts";
import { splitMail } from "./header-fields.ts";

/** Whether a mail's author is who its headers say. */
interface AuthorProof {
  /** Address in the `From` header, in lower case; `undefined` when there is none, or several. */
  readonly author: string | undefined;
  readonly isProven: boolean;
}

interface ProofSettings {
  /**
   * Name of the receiving server in its `Authentication-Results` headers (`TRUSTED_AUTHSERV_ID`). `first` trusts the
   * topmost of them whatever its name: only for servers that add one to every mail. `undefined` trusts none.
   */
  readonly trustedAuthservId: string | undefined;
  readonly resolve?: Resolve;
  readonly now?: () => Date;
}

/** Takes at most five seconds, which only DNS can take, and never throws. */
export async function proveAuthor(
  source: Uint8Array,
  { trustedAuthservId, resolve = resolveByDns, now = () => new Date() }: ProofSettings,
): Promise<AuthorProof> {
  const mail = splitMail(source);
  const author = mail && authorOf(mail.fields);
  if (mail === undefined || author === undefined) return { author: undefined, isProven: false };
  const domain = author.slice(author.lastIndexOf("@") + 1);
  const stamp = trustedAuthservId ? readStamp(mail.fields, trustedAuthservId, domain) : "unknown";
  // Its server knows the domain's own policy, which may ask for more than a signature.
  const isProven = stamp === "pass" ||
    stamp === "unknown" && await isSignedBy(domain, mail, { resolve, now });
  return { author, isProven };
}
