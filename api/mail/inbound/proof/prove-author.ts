/**
 * Whether a mail's author is proven, by the receiving server or a DKIM signature. Without proof, as
 * within one university, a mail waits until its author confirms it.
 */
import { readStamp } from "./authentication-results.ts";
import { authorOf } from "./author.ts";
import { isSignedInWorker } from "../worker/ask-mail-worker.ts";
import { splitMail } from "./header-fields.ts";

/** Whether a mail's headers name its real author. */
interface AuthorProof {
  /** `From` address in lower case; `undefined` for none or several. */
  readonly author: string | undefined;
  readonly isProven: boolean;
}

interface ProofSettings {
  /**
   * The receiving server's name in `Authentication-Results` headers.
   * `first` trusts the topmost, for servers that add one to every mail. `undefined` trusts none.
   */
  readonly trustedAuthservId: string | undefined;
  /** Whether the domain signed it. Checked in a worker by default. */
  readonly isSigned?: (domain: string, source: Uint8Array) => Promise<boolean>;
}

/** Asks DNS, for at most five seconds, unless the server's stamp decides. */
export async function proveAuthor(
  source: Uint8Array,
  { trustedAuthservId, isSigned = isSignedInWorker }: ProofSettings,
): Promise<AuthorProof> {
  const mail = splitMail(source);
  const author = mail && authorOf(mail.fields);
  if (mail === undefined || author === undefined) return { author: undefined, isProven: false };
  const domain = author.slice(author.lastIndexOf("@") + 1);
  const stamp = trustedAuthservId ? readStamp(mail.fields, trustedAuthservId, domain) : "unknown";
  // The server knows the domain's policy, which may require more than a signature.
  const isProven = stamp === "pass" || stamp === "unknown" &&
      mail.fields.some(({ name }) => name === "dkim-signature") && await isSigned(domain, source);
  return { author, isProven };
}
