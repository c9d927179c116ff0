import type { MemberRecord } from "../../../events/members/record.ts";
import { domainAmong, isLocked } from "../../../events/program/admission.ts";
import type { Origin } from "../../auth/origin.ts";
import type { LinkOwners } from "../../auth/owner-of-link.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { Problem } from "../../contract/problem.ts";
import type { Changes } from "./changes.ts";

interface ConfirmationParts {
  readonly links: Pick<LinkOwners, "of">;
  readonly tokens: Pick<Tokens, "using">;
  readonly changes: Pick<Changes, "record">;
  readonly settings: Pick<EffectiveSettings, "admission">;
}

/** Confirmed addresses: by their own link, or by another link from the mailbox. */
export class Confirmation {
  constructor(private readonly parts: ConfirmationParts) {}

  /** 400 when the token is not valid. */
  async verify({ token }: { readonly token: string }, origin: Origin): Promise<void> {
    const { tokens, changes } = this.parts;
    const member = await this.#ownerOf(token);
    const { memberId } = member;
    await changes.record(memberId, this.#commandFor(member), origin, undefined, async () => {
      // Only one of two calls uses it.
      await this.#ownerOf(token);
      return tokens.using("verify-email", token, memberId);
    });
  }

  /** What another link from the mailbox confirms, with its own change. None for a locked account. */
  commandsFor(member: MemberRecord) {
    return isLocked(member) ? [] : [this.#commandFor(member)];
  }

  #commandFor({ email }: MemberRecord) {
    const domain = domainAmong(email, this.parts.settings.admission().domains);
    return { type: "VerifyEmail", email, domain } as const;
  }

  async #ownerOf(token: string): Promise<MemberRecord> {
    const member = await this.parts.links.of("verify-email", token);
    if (member === undefined) throw new Problem(400, "Invalid or expired verification link");
    return member;
  }
}
