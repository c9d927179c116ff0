import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { createHash, createHmac } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { open, seal } from "../../../events/store/seal.ts";
import type { LinkGenerations } from "./link-generations.ts";

export interface OpenedLink {
  readonly memberId: string;
  /** Or a name of `contract/mailed-links.ts`. */
  readonly connectionId: string;
  /** A hash of the address that it was mailed to. */
  readonly addressDigest: string;
  /** See `link-generations.ts`. */
  readonly generation: string;
  readonly hasExpired: boolean;
}

const usefulForMs = tokenLifetimeMs["conversation-links"];
const context = "conversation link";
const maxLength = 1000;

export interface ConversationLinksDependencies {
  readonly secret: Uint8Array;
  readonly now: () => Date;
  /** Without it, links only end by age and by a change of the address. */
  readonly generations?: LinkGenerations;
}

export type ConversationLinks = ReturnType<typeof createConversationLinks>;

/**
 * A link contains member, conversation and age, sealed under a key derived from the secret. Only
 * the generation is stored. Validity is checked when a link is opened.
 */
export function createConversationLinks(
  { secret, now, generations }: ConversationLinksDependencies,
) {
  const key = deriveKey(secret, context);
  const formKey = deriveKey(secret, "form of a conversation link");

  return {
    /** Valid for thirty days after `fromMs`, or until the member's address or generation change. */
    async issue(member: MemberRecord, connectionId: string, fromMs: number): Promise<string> {
      const generation = await generations?.current(member.memberId) ?? "";
      const untilMs = fromMs + usefulForMs;
      const content = [member.memberId, connectionId, digestOf(member), untilMs, generation];
      const bytes = new TextEncoder().encode(JSON.stringify(content));
      // The nonce is derived from the content, so it is never used for other content.
      const nonce = createHmac("sha256", key).update(bytes).digest().subarray(0, 12);
      return Buffer.from(seal(key, context, bytes, nonce)).toString("base64url");
    },
    /** The content of a token, also of an expired one; `undefined` for a forged one. */
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
        return undefined;
      }
    },
    /** A token for the forms of a link's page, which no other page knows. */
    formTokenFor: (token: string): string =>
      createHmac("sha256", formKey).update(token).digest("base64url"),
    /** Whether a link has not expired, is of the member's generation, and was mailed to their current address. */
    async isValid(
      { addressDigest, generation, hasExpired }: OpenedLink,
      member: MemberRecord,
    ): Promise<boolean> {
      if (hasExpired || addressDigest !== digestOf(member)) return false;
      return generations === undefined ||
        await generations.existing(member.memberId) === generation;
    },
  };
}

/** Half of a hash is enough to tell a member's addresses apart. */
function digestOf({ memberId, email }: MemberRecord): string {
  return createHash("sha256").update(`${memberId}:${normalName(email)}`).digest("base64url")
    .slice(0, 22);
}
