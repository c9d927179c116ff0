import { Refusal } from "../../../events/errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { domainAmong } from "../../../events/program/admission.ts";
import type { Origin } from "../../auth/origin.ts";
import type { LinkOwners } from "../../auth/owner-of-link.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { Problem } from "../../contract/problem.ts";
import type { Changes } from "./changes.ts";

interface ConfirmationParts {
  readonly links: Pick<LinkOwners, "of">;
  readonly tokens: Pick<Tokens, "consume">;
  readonly changes: Pick<Changes, "record">;
  readonly settings: Pick<EffectiveSettings, "admission">;
}

/** Confirmed addresses: by their own link, or by another link from the mailbox. */
export class Confirmation {
  constructor(private readonly parts: ConfirmationParts) {}

  /** The token is used up last: if interrupted, it works again. 400 when it is not valid. */
  async verify({ token }: { readonly token: string }, origin: Origin): Promise<void> {
    const { links, tokens } = this.parts;
    const member = await links.of("verify-email", token);
    if (member === undefined) throw new Problem(400, "Invalid or expired verification link");
    await this.#confirm(member, origin);
    await tokens.consume("verify-email", token);
  }

  /** After another link from the mailbox was used. Nothing changes if a rule refuses it. */
  async record(member: MemberRecord, origin: Origin): Promise<void> {
    try {
      await this.#confirm(member, origin);
    } catch (error) {
      // They are suspended, or have another address since.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #confirm({ memberId, email }: MemberRecord, origin: Origin): Promise<void> {
    const { changes, settings } = this.parts;
    const domain = domainAmong(email, settings.admission().domains);
    await changes.record(memberId, { type: "VerifyEmail", email, domain }, origin);
  }
}
