import { createHash, createHmac, hkdfSync } from "node:crypto";
import { normalName } from "../../events/members/claims.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { open, seal } from "../../events/vault/seal.ts";
import type { LinkGenerations } from "./link-generations.ts";

/** Stands for a connection's id in the link with which a mentor takes requests again. */
export const resumeLink = "resume";

/** A mailed link that opens one conversation for one person, without signing in. */
export type ConversationLinks = ReturnType<typeof createConversationLinks>;

export interface OpenedLink {
  readonly memberId: string;
  /** Or {@link resumeLink}. */
  readonly connectionId: string;
  /** Of the address that it was mailed to. */
  readonly addressDigest: string;
  /** See `link-generations.ts`. */
  readonly generation: string;
  readonly hasExpired: boolean;
}

const goodForMs = 30 * 24 * 60 * 60 * 1000;
const context = "conversation link";
const maxLength = 1000;

export interface ConversationLinksDependencies {
  readonly secret: Uint8Array;
  readonly now: () => Date;
  /** Without it, links end by their age and by another address alone. */
  readonly generations?: LinkGenerations;
}

/**
 * Links say what they are for by themselves, sealed under a key that follows from the secret. Only the generation is
 * kept, one for all of a member's links. What ends them is asked when one is opened.
 */
export function createConversationLinks(
  { secret, now, generations }: ConversationLinksDependencies,
) {
  const keyFor = (use: string) =>
    new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), use, 32));
  const key = keyFor(context);
  const formKey = keyFor("form of a conversation link");

  function tokenFor(
    member: MemberRecord,
    connectionId: string,
    fromMs: number,
    generation = "",
  ): string {
    const untilMs = fromMs + goodForMs;
    const content = [member.memberId, connectionId, digestOf(member), untilMs, generation];
    const bytes = new TextEncoder().encode(JSON.stringify(content));
    // A nonce that follows from the content stands for no other content.
    const nonce = createHmac("sha256", key).update(bytes).digest().subarray(0, 12);
    return Buffer.from(seal(key, context, bytes, nonce)).toString("base64url");
  }

  return {
    /**
     * What stands in a link that is mailed now. Good for thirty days, as long as the member has the same address and
     * the same generation.
     *
     * @param fromMs When the mail was written.
     */
    async issue(member: MemberRecord, connectionId: string, fromMs: number): Promise<string> {
      const generation = await generations?.current(member.memberId);
      return tokenFor(member, connectionId, fromMs, generation);
    },
    /** The same for a generation that is known: equal links for equal arguments. */
    tokenFor,
    /** Whose link it is, and to what, also once it has expired; `undefined` for one that is forged. */
    open(token: string): OpenedLink | undefined {
      if (token.length > maxLength) return undefined;
      try {
        const bytes = open(key, context, new Uint8Array(Buffer.from(token, "base64url")));
        const [memberId, connectionId, addressDigest, untilMs, generation] = JSON.parse(
          new TextDecoder().decode(bytes),
        );
        const hasExpired = now().getTime() >= untilMs;
        return { memberId, connectionId, addressDigest, generation, hasExpired };
      } catch {
        // Nothing is said about a forged token.
        return undefined;
      }
    },
    /** What the forms of a link's page have in them, and no other page knows. */
    formTokenFor: (token: string): string =>
      createHmac("sha256", formKey).update(token).digest("base64url"),
    /** Whether a link hasn't expired, is of the member's generation, and went to the address that they have. */
    async isGood(
      { addressDigest, generation, hasExpired }: OpenedLink,
      member: MemberRecord,
    ): Promise<boolean> {
      if (hasExpired || addressDigest !== digestOf(member)) return false;
      return await generations?.isCurrent(member.memberId, generation) ?? true;
    },
  };
}

/** Half of a hash is enough to tell one's own addresses apart. */
function digestOf({ memberId, email }: MemberRecord): string {
  return createHash("sha256").update(`${memberId}:${normalName(email)}`).digest("base64url")
    .slice(0, 22);
}
