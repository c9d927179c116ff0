import type { Along } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { domainAmong, isLocked } from "../../../events/program/admission.ts";
import type { Origin } from "../../auth/origin.ts";
import type { LinkProofs } from "../../auth/proofs/link.ts";
import { proofTable, type Proved } from "../../auth/proofs/proofs.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Changes } from "./changes.ts";

interface ConfirmationParts {
  readonly links: Pick<LinkProofs, "require">;
  readonly changes: Pick<Changes, "save">;
  readonly settings: Pick<EffectiveSettings, "admission">;
}

/** Confirms addresses, by their own link or by another proof from the mailbox. */
export class Confirmation {
  constructor(private readonly parts: ConfirmationParts) {}

  /** 400 when the token is not valid. */
  async verify({ token }: { readonly token: string }, origin: Origin): Promise<void> {
    const { member, using } = await this.parts.links.require("verify-email", token);
    await this.confirm(member, using, origin);
  }

  /** Confirms a member's address, and stores further changes in the same transaction. */
  async confirm(member: MemberRecord, along: Along, origin: Origin): Promise<void> {
    const command = this.#commandFor(member);
    await this.parts.changes.save(member.memberId, command, origin, undefined, along);
  }

  /** A proof from the mailbox also confirms its address, except for a locked account. */
  commandsFor({ kind, member }: Proved) {
    const { readsMailbox } = proofTable[kind];
    return readsMailbox && !isLocked(member) ? [this.#commandFor(member)] : [];
  }

  #commandFor({ email }: MemberRecord) {
    const domain = domainAmong(email, this.parts.settings.admission().domains);
    return { type: "VerifyEmail", email, domain } as const;
  }
}
