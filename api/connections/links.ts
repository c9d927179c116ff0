import { createHash, createHmac, hkdfSync } from "node:crypto";
import { normalName } from "../../events/members/claims.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { open, seal } from "../../events/vault/seal.ts";

/** Stands for a connection's id in the link with which a mentor takes requests again. */
export const resumeLink = "resume";

/** A mailed link that opens one conversation for one person, without signing in. */
export interface ConversationLinks {
  /**
   * What stands in the link, always the same for a mail: one that is sent twice is the same twice. Good for
   * thirty days, as long as the member has the same address.
   *
   * @param fromMs When the mail was written.
   */
  tokenFor(member: MemberRecord, connectionId: string, fromMs: number): string;
  /** Whose link it is, and to what; `undefined` for one that is forged or over. */
  open(token: string): OpenedLink | undefined;
  /** Whether a member still has the address that a link was mailed to. */
  isTo(link: OpenedLink, member: MemberRecord): boolean;
}

export interface OpenedLink {
  readonly memberId: string;
  /** Or {@link resumeLink}. */
  readonly connectionId: string;
  /** Of the address that it was mailed to. */
  readonly addressDigest: string;
}

const goodForMs = 30 * 24 * 60 * 60 * 1000;
const context = "conversation link";
const maxLength = 1000;

/**
 * Links say what they are for by themselves, sealed under a key that follows from the secret: nothing has to
 * be kept, so a mail and its link are one thing. What ends them is asked when one is opened.
 */
export function createConversationLinks(
  { secret, now }: { readonly secret: Uint8Array; readonly now: () => Date },
): ConversationLinks {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), context, 32));

  return {
    tokenFor(member, connectionId, fromMs) {
      const content = [member.memberId, connectionId, digestOf(member), fromMs + goodForMs];
      const bytes = new TextEncoder().encode(JSON.stringify(content));
      // A nonce that follows from the content stands for no other content.
      const nonce = createHmac("sha256", key).update(bytes).digest().subarray(0, 12);
      return Buffer.from(seal(key, context, bytes, nonce)).toString("base64url");
    },
    open(token) {
      if (token.length > maxLength) return undefined;
      try {
        const bytes = open(key, context, new Uint8Array(Buffer.from(token, "base64url")));
        const [memberId, connectionId, addressDigest, untilMs] = JSON.parse(
          new TextDecoder().decode(bytes),
        );
        return now().getTime() < untilMs ? { memberId, connectionId, addressDigest } : undefined;
      } catch {
        // A forged token is told nothing but that it is over.
        return undefined;
      }
    },
    isTo: ({ addressDigest }, member) => addressDigest === digestOf(member),
  };
}

/** Half of a hash is enough to tell one's own addresses apart. */
function digestOf({ memberId, email }: MemberRecord): string {
  return createHash("sha256").update(`${memberId}:${normalName(email)}`).digest("base64url")
    .slice(0, 22);
}
